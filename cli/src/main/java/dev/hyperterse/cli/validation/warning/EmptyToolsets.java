package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.CompiledServer.Served;
import dev.hyperterse.compiler.problem.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Warns of toolsets whose clients find nothing, as after a label that is misspelled. */
public final class EmptyToolsets {
    private EmptyToolsets() {}

    /** @param byUid the manifests */
    public static Stream<Diagnostic> of(Map<String, Manifest> byUid, CompiledServer compiled) {
        var server = Optional.ofNullable(byUid.get(compiled.identity().uid()));
        var leaves = compiled.served().stream().map(Served::leaf).toList();
        var toolsets = compiled.settings().map(ServerSettings::toolsets).orElseGet(List::of);
        return server.stream().flatMap(manifest -> IntStream.range(0, toolsets.size())
                .filter(index -> toolsets.get(index).tools(leaves).isEmpty())
                .mapToObj(index -> warning(manifest, toolsets.get(index), FieldPath.item("spec.toolsets", index))));
    }

    private static Diagnostic warning(Manifest server, Toolset toolset, String path) {
        return server.finding(
                Severity.WARNING,
                path + ".select",
                "empty-toolset",
                "the toolset '%s' has no tools".formatted(toolset.name()),
                "give tools the labels, or correct the names");
    }
}
