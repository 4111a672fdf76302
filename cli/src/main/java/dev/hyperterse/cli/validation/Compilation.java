package dev.hyperterse.cli.validation;

import dev.hyperterse.catalog.server.AuthSettings;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.compile.Memo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Says what the compiler said, and who may call what it compiled, at the places of the manifests. */
public final class Compilation {
    private Compilation() {}

    /** The problems of one server and of the leaves that attach to it, in order. */
    public static List<Diagnostic> diagnostics(Snapshot snapshot, CompiledServer compiled) {
        return located(snapshot, byUid(snapshot), compiled);
    }

    /** The same of every server of the directory. */
    static List<Diagnostic> diagnostics(Snapshot snapshot) {
        var compiler = new ScriptedCompiler();
        var byUid = byUid(snapshot);
        return snapshot.objects().servers().stream()
                .map(server -> compiler.compile(snapshot.objects().inputs(server), Memo.empty()))
                .flatMap(compiled -> Stream.concat(
                        located(snapshot, byUid, compiled).stream(), anonymousAccess(byUid, compiled).stream()))
                .toList();
    }

    /** What the condition {@code AnonymousAccess} says in a cluster. */
    private static Optional<Diagnostic> anonymousAccess(Map<String, Manifest> byUid, CompiledServer compiled) {
        var server = byUid.get(compiled.identity().uid());
        return compiled.settings()
                .filter(settings -> settings.auth().mode() == AuthSettings.Mode.Open)
                .map(_ -> new Diagnostic(
                        server.sources().locate("spec.auth.mode"),
                        Severity.WARNING,
                        Optional.of(server.key().subject()),
                        "spec.auth.mode",
                        "anonymous-access",
                        "not set, so everybody who reaches the endpoint may call",
                        "set it to Anonymous if that is meant"));
    }

    private static List<Diagnostic> located(Snapshot snapshot, Map<String, Manifest> byUid, CompiledServer compiled) {
        var diagnostics = new ArrayList<Diagnostic>();
        var server = byUid.get(compiled.identity().uid());
        compiled.problems().forEach(problem -> diagnostics.add(Located.in(snapshot.manifests(), server, problem)));
        compiled.verdicts().forEach((leaf, verdict) -> verdict.problems()
                .forEach(problem -> diagnostics.add(Located.in(snapshot.manifests(), byUid.get(leaf.uid()), problem))));
        return diagnostics.stream().sorted(Diagnostic.ORDER).toList();
    }

    private static Map<String, Manifest> byUid(Snapshot snapshot) {
        var byUid = new HashMap<String, Manifest>();
        snapshot.manifests()
                .manifests()
                .forEach(manifest -> byUid.put(manifest.key().uid(), manifest));
        return byUid;
    }
}
