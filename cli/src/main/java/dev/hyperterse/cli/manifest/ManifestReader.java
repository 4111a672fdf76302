package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a directory, again and again: what a file said is remembered with its text, so that reading once more after a
 * save parses that file alone. For one thread.
 */
public final class ManifestReader {
    private final Path directory;
    private Map<SourceFile, ObjectReader.Objects> remembered = Map.of();

    /** @param directory or a single file */
    public ManifestReader(Path directory) {
        this.directory = directory;
    }

    public ManifestSet read() {
        return new Reading().read();
    }

    private static ObjectReader.Objects parse(SourceFile file) {
        var objects = new ObjectReader();
        try {
            if (file.isJson()) {
                JsonTree.of(file).forEach(objects::read);
            } else {
                YamlDocuments.of(file).forEach(document -> parse(document, objects));
            }
        } catch (UnreadableManifest unreadable) {
            objects.problem(unreadable.diagnostic());
        }
        return objects.objects();
    }

    private static void parse(YamlDocuments.Document document, ObjectReader objects) {
        try {
            YamlTree.of(document).ifPresent(objects::read);
        } catch (UnreadableManifest unreadable) {
            objects.problem(unreadable.diagnostic());
        }
    }

    /** One pass over the directory. */
    private final class Reading {
        private final List<Manifest> manifests = new ArrayList<>();
        private final Map<ObjectKey, Manifest> named = new HashMap<>();
        private final List<Diagnostic> problems = new ArrayList<>();
        private final Map<String, Integer> ignored = new TreeMap<>();
        private final Map<SourceFile, ObjectReader.Objects> parsed = new HashMap<>();

        ManifestSet read() {
            var environment = environment();
            var found = files();
            found.forEach(this::readFile);
            remembered = parsed;
            return new ManifestSet(directory, manifests, environment, problems, ignored, found);
        }

        private List<Path> files() {
            if (!Files.exists(directory)) {
                problems.add(Diagnostic.ofFile(
                        Place.startOf(FileNames.display(directory)),
                        Severity.ERROR,
                        "directory-missing",
                        "directory not found",
                        "give the directory that holds the manifests"));
                return List.of();
            }
            var found = SourceFiles.below(directory);
            problems.addAll(found.problems());
            return found.files();
        }

        private void readFile(Path path) {
            try {
                var file = SourceText.read(path);
                var known = remembered.get(file);
                var objects = known == null ? parse(file) : known;
                parsed.put(file, objects);
                problems.addAll(objects.problems());
                objects.ignored().forEach((kind, count) -> ignored.merge(kind, count, Integer::sum));
                objects.manifests().forEach(this::add);
            } catch (UnreadableManifest unreadable) {
                problems.add(unreadable.diagnostic());
            }
        }

        /** The first one stays: which of two is meant is not ours to guess, and a guess must not depend on timing. */
        private void add(Manifest manifest) {
            // Objects without a name are refused for that, not for being alike.
            var first = manifest.key().name().isEmpty() ? null : named.putIfAbsent(manifest.key(), manifest);
            if (first == null) {
                manifests.add(manifest);
            } else {
                problems.add(new Diagnostic(
                        manifest.place(),
                        Severity.ERROR,
                        Optional.of(manifest.key().subject()),
                        "",
                        "duplicate-object",
                        "already defined at " + first.place(),
                        "remove or rename one of the two"));
            }
        }

        private Map<String, String> environment() {
            var path = directory.resolve(DotEnv.FILE_NAME);
            if (!Files.isRegularFile(path)) {
                return Map.of();
            }
            try {
                var settings = DotEnv.read(SourceText.read(path));
                problems.addAll(settings.problems());
                return settings.values();
            } catch (UnreadableManifest unreadable) {
                problems.add(unreadable.diagnostic());
                return Map.of();
            }
        }
    }
}
