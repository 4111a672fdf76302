package dev.hyperterse.houserules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of every module, found from the directory this module is built in. */
final class SourceTree {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private SourceTree() {}

    static List<Path> javaFiles() {
        return modules().flatMap(SourceTree::javaFilesBelow).sorted().toList();
    }

    static String display(Path file) {
        return ROOT.relativize(file).toString();
    }

    private static Stream<Path> modules() {
        return Stream.concat(modulesIn(ROOT), modulesIn(ROOT.resolve("bench")));
    }

    private static Stream<Path> modulesIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.empty();
        }
        try (var children = Files.list(directory)) {
            return children.filter(child -> Files.exists(child.resolve("pom.xml"))).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<Path> javaFilesBelow(Path module) {
        var sources = module.resolve("src");
        if (!Files.isDirectory(sources)) {
            return Stream.empty();
        }
        try (var files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
