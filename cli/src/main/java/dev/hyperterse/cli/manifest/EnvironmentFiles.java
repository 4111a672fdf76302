package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.UnreadableManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The {@code .env} files of a directory and of the folders that its manifests are in. */
final class EnvironmentFiles {
    private final Map<String, DotEnv.Value> values = new LinkedHashMap<>();
    private final List<Diagnostic> problems;

    private EnvironmentFiles(List<Diagnostic> problems) {
        this.problems = problems;
    }

    /** Those of the directory itself win; of its folders the first one by name does, and a difference is reported. */
    static Map<String, DotEnv.Value> read(Path directory, Collection<Path> manifests, List<Diagnostic> problems) {
        var files = new EnvironmentFiles(problems);
        var folders = new TreeSet<Path>();
        manifests.stream().map(file -> file.resolveSibling("")).forEach(folders::add);
        Stream.concat(Stream.of(directory), folders.stream())
                .map(folder -> folder.resolve(DotEnv.FILE_NAME).normalize())
                .distinct()
                .filter(Files::isRegularFile)
                .forEach(files::read);
        return files.values;
    }

    private void read(Path file) {
        try {
            var settings = DotEnv.read(SourceText.read(file));
            problems.addAll(settings.problems());
            settings.values().forEach(this::add);
        } catch (UnreadableManifest unreadable) {
            problems.add(unreadable.diagnostic());
        }
    }

    private void add(String name, DotEnv.Value value) {
        var first = values.putIfAbsent(name, value);
        if (first != null && !first.text().equals(value.text())) {
            problems.add(Diagnostic.ofFile(
                    value.place(),
                    Severity.WARNING,
                    "env-twice",
                    "%s is not used: %s has another value of it".formatted(name, first.place()),
                    "give the directory of one server, or use two names"));
        }
    }
}
