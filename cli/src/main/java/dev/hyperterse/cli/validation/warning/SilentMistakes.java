package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.validation.place.ReferredText;
import dev.hyperterse.compiler.problem.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Warns of definitions that compile and are hardly meant, whose first sign would be a call that goes wrong. */
public final class SilentMistakes {
    private static final String IN_FILE = "spec.statement.text.configMapKeyRef";

    private final Snapshot snapshot;
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    /** The texts that an action sends, and where they stand. */
    private record Sent(String what, String path, String text) {}

    private SilentMistakes(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    public static List<Diagnostic> of(Snapshot snapshot) {
        var search = new SilentMistakes(snapshot);
        snapshot.manifests().of(ManifestKind.TOOL).stream()
                .filter(tool -> !snapshot.refused().contains(tool))
                .forEach(search::tool);
        return search.diagnostics;
    }

    private void tool(Manifest tool) {
        var spec = tool.spec();
        if (!isDescribedElsewhere(spec) && text(spec.get("description")).isBlank()) {
            warn(
                    tool,
                    "spec",
                    "no-description",
                    "has no description, by which models choose tools",
                    "write description: what the tool does, and what it returns");
        }
        var inputs = list(spec.get("inputs"));
        var sent = sent(tool, spec);
        for (var index = 0; index < inputs.size(); index++) {
            input(tool, spec, sent, map(inputs.get(index)), FieldPath.item("spec.inputs", index));
        }
    }

    /** Empty for other actions, and where the text is not in the directory. */
    private Optional<Sent> sent(Manifest tool, Map<?, ?> spec) {
        if (spec.get("http") instanceof Map<?, ?> request) {
            return Optional.of(new Sent("request", "spec.http", request.toString()));
        }
        var inline = text(map(map(spec.get("statement")).get("text")).get("inline"));
        return inline.isEmpty()
                ? ReferredText.at(snapshot.manifests(), tool, IN_FILE)
                        .flatMap(ReferredText::text)
                        .map(text -> new Sent("statement", IN_FILE, text))
                : Optional.of(new Sent("statement", "spec.statement.text.inline", inline));
    }

    /** Whether the descriptions are ours, or in a document. */
    static boolean isDescribedElsewhere(Map<?, ?> spec) {
        return spec.containsKey("builtin")
                || spec.containsKey("openapi")
                || map(spec.get("mcp")).containsKey("definitions");
    }

    private void input(Manifest tool, Map<?, ?> spec, Optional<Sent> sent, Map<?, ?> input, String path) {
        if (input.containsKey("default") && input.get("default") == null) {
            warn(
                    tool,
                    path + ".default",
                    "default-null",
                    "null is no default, so the input is required",
                    "write optional: true in place of the default");
        }
        if (!map(input.get("source")).isEmpty()) {
            claim(tool, spec, map(input.get("source")), path + ".source");
        }
        var name = text(input.get("name"));
        if (!name.isEmpty()) {
            sent.ifPresent(it -> use(tool, spec, it, name, path, text(input.get("type"))));
        }
    }

    private void use(Manifest tool, Map<?, ?> spec, Sent sent, String name, String path, String type) {
        var shell = Pattern.compile("\\$\\{\\s*(inputs\\.)?" + Pattern.quote(name) + "\\s*}")
                .matcher(sent.text());
        if (shell.find()) {
            warn(
                    tool,
                    sent.path(),
                    "not-a-placeholder",
                    "'%s' is a text of the %s, and not replaced".formatted(shell.group(), sent.what()),
                    "write {{ inputs.%s }}, without quotes around it".formatted(name));
        } else if (!isUsed(spec, sent, name) && !type.equals("cursor")) {
            warn(
                    tool,
                    path,
                    "unused-input",
                    "no %s uses the input '%s'".formatted(sent.what(), name),
                    "write {{ inputs.%s }} where it belongs, or remove the input".formatted(name));
        }
    }

    /** Anywhere but among the inputs: statements, requests, sessions, rules and transforms may read it. */
    private static boolean isUsed(Map<?, ?> spec, Sent sent, String name) {
        var elsewhere = spec.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("inputs"))
                .map(entry -> String.valueOf(entry.getValue()))
                .collect(Collectors.joining("\n", "", "\n" + sent.text()));
        return spec.containsKey("transforms")
                || Pattern.compile("\\b(inputs|args|arguments)\\.?\\[?[\"']?" + Pattern.quote(name) + "\\b")
                        .matcher(elsewhere)
                        .find();
    }

    private void claim(Manifest tool, Map<?, ?> spec, Map<?, ?> source, String path) {
        if (!source.containsKey("claim") && !source.containsKey("principal")) {
            return;
        }
        for (var reference : list(spec.get("serverRefs"))) {
            var name = text(map(reference).get("name"));
            var namespace = Optional.of(text(map(reference).get("namespace")))
                    .filter(it -> !it.isEmpty())
                    .orElse(tool.key().namespace());
            snapshot.manifests().of(ManifestKind.SERVER).stream()
                    .filter(server -> server.key().name().equals(name)
                            && server.key().namespace().equals(namespace)
                            && isAnonymous(server))
                    .forEach(server -> warn(
                            tool,
                            path,
                            "claim-without-login",
                            "callers of HyperterseServer %s/%s have no claims, so each call fails"
                                    .formatted(namespace, name),
                            "give the server a plugin in auth.plugins, or the input another source"));
        }
    }

    private static boolean isAnonymous(Manifest server) {
        var auth = map(server.spec().get("auth"));
        return list(auth.get("plugins")).isEmpty();
    }

    private void warn(Manifest tool, String path, String rule, String message, String remedy) {
        diagnostics.add(tool.finding(Severity.WARNING, path, rule, message, remedy));
    }

    static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }
}
