package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.CompiledServer.Served;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns of rules that look back at calls that are not there. */
public final class LostHistory {
    private static final String RULES = "spec.auth.rules";

    private final Map<String, Manifest> byUid;
    private final CompiledServer compiled;
    private final Map<String, ToolLeaf> tools;

    private LostHistory(Map<String, Manifest> byUid, CompiledServer compiled) {
        this.byUid = byUid;
        this.compiled = compiled;
        this.tools = ServedTools.byName(compiled);
    }

    /** @param byUid the manifests */
    public static Stream<Diagnostic> of(Map<String, Manifest> byUid, CompiledServer compiled) {
        var search = new LostHistory(byUid, compiled);
        return leaves(compiled).flatMap(search::missing).distinct();
    }

    private static Stream<Leaf> leaves(CompiledServer compiled) {
        return compiled.served().stream().map(Served::leaf);
    }

    private Stream<Diagnostic> missing(Leaf leaf) {
        return leaf.access().stream()
                .flatMap(access -> access.rules().stream())
                .flatMap(rule -> rule.program().past().stream()
                        .flatMap(past -> missing(leaf, rule, past).stream())
                        .flatMap(what -> warning(leaf, rule, what).stream()));
    }

    private Optional<String> missing(Leaf leaf, AccessRule rule, PastCalls past) {
        var name = past.tool().orElse(leaf.publicName());
        var tool = past.tool().isPresent()
                ? Optional.ofNullable(tools.get(name))
                : Optional.of(leaf).filter(ToolLeaf.class::isInstance).map(ToolLeaf.class::cast);
        if (tool.isEmpty()) {
            return past.tool().map(_ -> "calls of '%s', and the server has no such tool".formatted(name));
        }
        if (past.tool().isPresent()
                && !isOfServer(rule)
                && !tool.get().isCallableFrom(leaf.identity().namespace())) {
            return Optional.of("calls of '%s', which this namespace may not call".formatted(name));
        }
        // A rule of the server is about each of its tools, of which some have no such input.
        return past.input()
                .filter(input -> !tool.get().hasNumber(input))
                .filter(input -> past.tool().isPresent() || tool.get().hasInput(input))
                .map(input ->
                        "the sum of '%s' of '%s', which has no such input of type int or float".formatted(input, name));
    }

    private boolean isOfServer(AccessRule rule) {
        return compiled.settings().stream()
                .anyMatch(settings -> settings.auth().rules().contains(rule));
    }

    /** A rule of the server is in each of its definitions. */
    private Optional<Diagnostic> warning(Leaf leaf, AccessRule rule, String what) {
        var owner =
                isOfServer(rule) ? compiled.identity().uid() : leaf.identity().objectUid();
        return Optional.ofNullable(byUid.get(owner))
                .map(manifest -> manifest.finding(
                        Severity.WARNING,
                        RULES,
                        "history-of-nothing",
                        "the rule '%s' looks back at %s, so it cannot be evaluated".formatted(rule.name(), what),
                        "correct the name, or bring the tool to the server"));
    }
}
