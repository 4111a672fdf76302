package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.document.JsonTree;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.UnreadableManifest;
import dev.hyperterse.cli.document.YamlDocuments;
import dev.hyperterse.cli.document.YamlTree;
import dev.hyperterse.cli.kustomize.KustomizeBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a directory, again and again: what a file said is remembered with its text, so that reading once more after a
 * save parses that file alone. For one thread.
 */
public final class ManifestReader {
    private final Path directory;
    private final KustomizeBuild build = new KustomizeBuild();
    private Map<SourceFile, ObjectReader.Objects> remembered = Map.of();
    private Map<ObjectKey, Manifest> built = Map.of();
    /** The names of files that had an object of ours in any reading. */
    private final Set<String> ours = new HashSet<>();

    /** @param directory or a single file */
    public ManifestReader(Path directory) {
        this.directory = directory;
    }

    public ManifestSet read() {
        return new Reading().read();
    }

    /** The file that was asked for is, and one that a save has broken. */
    private boolean isOurs(String file) {
        return file.equals(FileNames.display(directory)) || ours.contains(file);
    }

    private ObjectReader.Objects parse(SourceFile file) {
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
        // A file that has none of our objects may have a syntax of its own.
        return objects.hasProblems() && !isOurs(file.name()) && !OurText.mayBe(file.text())
                ? objects.ignored()
                : objects.objects();
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
        private boolean partial;

        ManifestSet read() {
            var found = KustomizeBuild.isFor(directory) ? built() : read(files());
            var environment = EnvironmentFiles.read(directory, found, problems);
            return new ManifestSet(directory, manifests, environment, problems, ignored, found, partial);
        }

        private List<Path> read(List<Path> found) {
            found.forEach(this::readFile);
            remembered = parsed;
            return found;
        }

        private List<Path> built() {
            var result = build.build(directory);
            problems.addAll(result.problems());
            partial = !result.problems().isEmpty();
            problems.addAll(UnbuiltFiles.beside(result.files(), this::hasOurs));
            var objects = new ObjectReader();
            result.objects().forEach(objects::read);
            take(objects.objects());
            // The same instance while an object stays the same, as for files.
            manifests.replaceAll(it -> it.equals(built.get(it.key())) ? built.get(it.key()) : it);
            manifests.forEach(it -> named.put(it.key(), it));
            built = Map.copyOf(named);
            return List.copyOf(result.files());
        }

        private boolean hasOurs(Path path) {
            try {
                if (!OurText.mayBe(path)) {
                    return false;
                }
                var text = SourceText.read(path);
                var objects = parse(text);
                // A file that is still being written may not be YAML yet.
                return !objects.problems().isEmpty() && OurText.isOurs(text.text())
                        || objects.manifests().stream()
                                .anyMatch(it -> it.key().kind().isOurs());
            } catch (UnreadableManifest unreadable) {
                return false;
            }
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
                objects.manifests().stream().findFirst().ifPresent(_ -> ours.add(file.name()));
                take(objects);
            } catch (UnreadableManifest unreadable) {
                if (isOurs(FileNames.display(path)) || OurText.mayBe(path)) {
                    problems.add(unreadable.diagnostic());
                }
            }
        }

        private void take(ObjectReader.Objects objects) {
            problems.addAll(objects.problems());
            objects.ignored().forEach((kind, count) -> ignored.merge(kind, count, Integer::sum));
            objects.manifests().forEach(this::add);
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
    }
}
