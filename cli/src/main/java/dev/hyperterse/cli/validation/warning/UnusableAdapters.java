package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says once what follows from a faulty adapter, and not for each definition that uses it. */
public final class UnusableAdapters {
    private UnusableAdapters() {}

    /** One of them for each message, which names the adapter. */
    public static List<Diagnostic> of(Manifest server, CompiledServer compiled) {
        var definitions = new TreeMap<String, TreeSet<String>>();
        compiled.results().forEach((definition, result) -> result.problems().stream()
                .filter(UnusableAdapters::isOne)
                .forEach(problem -> definitions
                        .computeIfAbsent(problem.message(), _ -> new TreeSet<>())
                        .add(display(definition))));
        return definitions.entrySet().stream()
                .map(entry -> diagnostic(server, entry))
                .toList();
    }

    public static boolean isOne(Problem problem) {
        return problem.reason() == Reason.AdapterFaulty;
    }

    private static Diagnostic diagnostic(Manifest server, Map.Entry<String, TreeSet<String>> entry) {
        var names = entry.getValue();
        var others = names.size() - 1;
        return server.finding(
                Severity.WARNING,
                "spec.adapters",
                "adapter-usable",
                "%s, so %s%s cannot be called"
                        .formatted(
                                entry.getKey(),
                                names.first(),
                                others == 0 ? "" : others == 1 ? " and 1 other" : " and %d others".formatted(others)),
                "see the problems of that adapter");
    }

    private static String display(LeafIdentity definition) {
        return definition.kind() + " " + definition.namespace() + "/" + definition.name();
    }
}
