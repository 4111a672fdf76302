package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.YamlDocuments;
import dev.hyperterse.cli.document.YamlTree;
import dev.hyperterse.cli.imports.NotImported;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The files of a project. */
final class TerseFiles {
    private TerseFiles() {}

    static Tree read(Path file) {
        var source = SourceText.read(file);
        return YamlDocuments.of(source).stream()
                .flatMap(document -> YamlTree.of(document).stream())
                .findFirst()
                .orElseGet(() -> Tree.of(Map.of(), Place.startOf(source.name())));
    }

    /** Returns a file of the project, and refuses others: a foreign project must not copy files of this machine. */
    static Path within(Path project, Path file) {
        try {
            if (file.toRealPath().startsWith(project.toRealPath())) {
                return file;
            }
        } catch (IOException missing) {
            throw new NotImported("there is no file " + file, "");
        }
        throw new NotImported("the file %s lies outside of the project".formatted(file), "copy it into the project");
    }

    /** Sorted, so that names are given in the order of the original. */
    static List<Path> below(Path folder, Predicate<String> name) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var all = Files.walk(folder)) {
            return all.filter(file -> name.test(file.getFileName().toString().toLowerCase(Locale.ROOT)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
