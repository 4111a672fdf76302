package dev.hyperterse.cli.connect;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.check.CheckRound;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Connects the adapters of every server of a directory, as {@code dev} does, and has their databases check the statements. */
public record ConnectedCheck(Path directory, ManifestSet manifests) {
    /** The second for a database that has just accepted its first connection. */
    private static final int PASSES = 2;

    public List<Diagnostic> diagnostics() {
        return manifests.of(ManifestKind.SERVER).stream()
                .flatMap(server -> diagnostics(server).stream())
                .toList();
    }

    private List<Diagnostic> diagnostics(Manifest server) {
        var choice = new ServerChoice(
                Optional.of(server.key().namespace() + "/" + server.key().name()));
        return switch (new Project(directory, choice, "check").compile()) {
            case Compilation.Nothing _ -> List.of();
            case Compilation.Compiled compiled -> diagnostics(server, compiled.catalog());
        };
    }

    private List<Diagnostic> diagnostics(Manifest server, Catalog catalog) {
        var data = Files.isDirectory(directory)
                ? directory
                : directory.toAbsolutePath().getParent();
        try (var deadlines = new DeadlineTimer();
                var adapters = new Adapters(new EngineConnectors(data, data), Handover.standard())) {
            var settings = catalog.server();
            try (var plan = adapters.plan(settings.adapters(), catalog.values(), settings.limits())) {
                plan.apply();
            }
            var round = new CheckRound(
                    catalog.leaves(),
                    new LinkSettings(
                            adapters.live(),
                            catalog.values(),
                            ColumnMasks.of(settings.adapters(), adapters.live(), CallerHash.NONE)));
            for (var pass = 0;
                    pass < PASSES && (pass == 0 || !round.unanswered().isEmpty());
                    pass++) {
                round.pass(deadlines, () -> true);
            }
            var diagnostics = new ArrayList<>(new RefusedStatements(manifests, catalog).diagnostics(round.refused()));
            adapters.states().stream()
                    .filter(adapter -> round.unanswered().contains(adapter.name()))
                    .forEach(adapter -> diagnostics.add(unreachable(server, adapter, "did not check its statements")));
            // Those that no statement uses, or whose statements their engine cannot check.
            adapters.live().entrySet().stream()
                    .filter(adapter -> !round.unanswered().contains(adapter.getKey()))
                    .map(adapter -> adapter.getValue().probe())
                    .filter(adapter -> adapter.status() == AdapterState.Status.DOWN)
                    .forEach(adapter -> diagnostics.add(unreachable(server, adapter, "cannot be used")));
            return diagnostics;
        }
    }

    private static Diagnostic unreachable(Manifest server, AdapterState adapter, String effect) {
        var path = path(server, adapter.name());
        return server.finding(
                Severity.ERROR,
                path,
                "adapter-unreachable",
                "the database of adapter '%s'%s %s%s"
                        .formatted(
                                adapter.name(),
                                WrittenAddress.of(server, adapter.name())
                                        .map(WrittenAddress::inWords)
                                        .orElse(""),
                                effect,
                                adapter.message().map(": "::concat).orElse("")),
                WrittenAddress.remedy(adapter.message().orElse("")));
    }

    /** In the manifest: the compiled settings are without adapters that do not compile. */
    private static String path(Manifest server, String adapter) {
        var written = server.list("adapters");
        return IntStream.range(0, written.size())
                .filter(index -> written.get(index) instanceof Map<?, ?> it && adapter.equals(it.get("name")))
                .mapToObj(index -> FieldPath.item("spec.adapters", index))
                .findFirst()
                .orElse("spec.adapters");
    }
}
