package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.kustomize.KustomizeBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Manifests beside those that a kustomization names: kubectl applies none of them, and says nothing. */
final class UnbuiltFiles {
    private UnbuiltFiles() {}

    /**
     * @param built the files of a build
     * @param ours whether a file has an object of ours
     */
    static List<Diagnostic> beside(Collection<Path> built, Predicate<Path> ours) {
        var known = built.stream().map(UnbuiltFiles::whole).collect(Collectors.toSet());
        return known.stream()
                .map(Path::getParent)
                .distinct()
                .flatMap(UnbuiltFiles::manifests)
                .filter(file -> !known.contains(file))
                .filter(ours)
                .sorted()
                .map(file -> Diagnostic.ofFile(
                        Place.startOf(FileNames.display(file)),
                        Severity.WARNING,
                        "not-built",
                        "no kustomization names this file, so nothing in it is served",
                        "add '- %s' to resources in kustomization.yaml, or move the file to another folder"
                                .formatted(FileNames.display(layer(file).relativize(file)))))
                .toList();
    }

    /** The folder whose kustomization can name a file. */
    private static Path layer(Path file) {
        return Stream.iterate(file.getParent(), Objects::nonNull, Path::getParent)
                .filter(KustomizeBuild::isFor)
                .findFirst()
                .orElse(file.getParent());
    }

    private static Stream<Path> manifests(Path folder) {
        try (var entries = Files.list(folder)) {
            return entries.filter(UnbuiltFiles::isManifest).toList().stream();
        } catch (IOException unreadable) {
            // The build has said so of the file that it wanted there.
            return Stream.empty();
        }
    }

    private static boolean isManifest(Path file) {
        var name = file.getFileName().toString();
        return !name.startsWith(".")
                && Stream.of(".yaml", ".yml", ".json").anyMatch(name::endsWith)
                && !SourceFiles.SETTINGS.contains(name)
                && Files.isRegularFile(file);
    }

    private static Path whole(Path file) {
        return file.toAbsolutePath().normalize();
    }
}
