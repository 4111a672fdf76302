package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.CompiledServer.Served;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns of views that no client sees, because the server lists no tools. */
public final class UnseenViews {
    private static final String VIEW = "spec.view";

    private UnseenViews() {}

    /** @param byUid the manifests */
    public static Stream<Diagnostic> of(Map<String, Manifest> byUid, CompiledServer compiled) {
        return compiled.settings().filter(it -> !it.listsTools()).isEmpty()
                ? Stream.empty()
                : compiled.served().stream()
                        .map(Served::leaf)
                        .filter(leaf ->
                                leaf instanceof ToolLeaf tool && tool.view().isPresent())
                        .flatMap(leaf ->
                                Optional.ofNullable(byUid.get(leaf.identity().uid())).stream())
                        .map(UnseenViews::warning);
    }

    private static Diagnostic warning(Manifest tool) {
        return tool.finding(
                Severity.WARNING,
                VIEW,
                "unseen-view",
                "no client sees the page, because the server does not list its tools",
                "set exposure of the server, or of a toolset, to Direct, SearchAndDirect or Auto, or remove the view");
    }
}
