package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Builds a directory with a kustomization, again and again. For one thread. */
public final class KustomizeBuild {
    private static final List<String> LOCAL = List.of("metadata", "annotations", "config.kubernetes.io/local-config");

    private Map<SourceFile, List<Tree>> remembered = Map.of();

    /**
     * What a build gives.
     *
     * @param objects of every kind
     * @param files that were read or tried
     */
    public record Result(List<Tree> objects, List<Diagnostic> problems, Set<Path> files) {}

    /** Whether a directory is built, and not read as it is. */
    public static boolean isFor(Path directory) {
        return Files.isDirectory(directory) && Layer.file(directory).isPresent();
    }

    public Result build(Path directory) {
        var findings = new Findings();
        var sources = new SourceTrees(remembered, findings);
        var build = new Layers(sources, findings);
        var objects = build.objects(directory);
        remembered = sources.parsed();
        return new Result(
                objects.stream()
                        .filter(it -> it.at(LOCAL.toArray(String[]::new))
                                .flatMap(Tree::text)
                                .isEmpty())
                        .toList(),
                findings.diagnostics(),
                sources.files());
    }

    /** One build. */
    private static final class Layers {
        private final SourceTrees sources;
        private final Findings findings;
        private final NameReferences references;

        Layers(SourceTrees sources, Findings findings) {
            this.sources = sources;
            this.findings = findings;
            this.references = new NameReferences(findings);
        }

        /** Hashes come last, when every layer has had its turn; then all names are known. */
        List<Tree> objects(Path directory) {
            var all = new ArrayList<Built>();
            layer(directory, List.of(), false, all);
            all.replaceAll(
                    it -> it.hashed() ? it.remembered().named(it.id().name() + "-" + NameHash.of(it.tree())) : it);
            return references.followed(all);
        }

        private void layer(Path folder, List<Path> around, boolean component, List<Built> all) {
            var file = Layer.file(folder).orElseThrow();
            var documents = sources.documents(file);
            if (documents.size() != 1 || !documents.getFirst().isMap()) {
                findings.error(
                        Place.startOf(SourceTrees.name(file)),
                        "a kustomization is one map",
                        "write resources: with the files of this folder");
                return;
            }
            var layer = new Layer(folder, documents.getFirst(), findings);
            KustomizationFields.check(layer, component);
            var inside = new ArrayList<>(around);
            inside.add(real(folder));
            Stream.concat(layer.list("resources").stream(), layer.list("bases").stream())
                    .forEach(
                            entry -> layer.named(entry).ifPresent(named -> resource(layer, entry, named, inside, all)));
            layer.list("configurations").forEach(entry -> layer.namedFile(entry)
                    .ifPresent(named -> sources.documents(named.path()).forEach(references::add)));
            new Generators(layer, sources).addTo(all);
            layer.list("components").forEach(entry -> layer.named(entry)
                    .filter(named -> isLayer(entry, named, inside))
                    .ifPresent(named -> layer(named.path(), inside, true, all)));
            var patches = new Patches(layer, sources);
            patches.applyTo(all);
            new Metadata(layer).applyTo(all);
            patches.applyLastTo(all);
        }

        private void resource(Layer layer, Tree entry, Layer.Named named, List<Path> inside, List<Built> all) {
            if (named.isFile()) {
                layer.namedFile(entry)
                        .ifPresent(file -> sources.documents(file.path()).forEach(object -> read(object, all)));
            } else if (isLayer(entry, named, inside)) {
                var below = new ArrayList<Built>();
                layer(named.path(), inside, false, below);
                below.forEach(object -> add(object, all));
            }
        }

        private void read(Tree object, List<Built> all) {
            if (object.text("kind").endsWith("List") && object.field("items").isPresent()) {
                object.field("items").get().items().forEach(item -> read(item, all));
            } else if (object.isMap()) {
                add(Built.of(object), all);
            } else {
                findings.error(object.place(), "a manifest must be a map", "");
            }
        }

        private void add(Built object, List<Built> all) {
            var same = all.stream().filter(it -> it.id().isSameAs(object.id())).findFirst();
            if (same.isPresent() && !object.id().name().isEmpty()) {
                findings.error(
                        object.tree().place(),
                        "%s is already defined at %s"
                                .formatted(object.id(), same.get().tree().place()),
                        "remove or rename one of the two");
            } else {
                all.add(object);
            }
        }

        private boolean isLayer(Tree entry, Layer.Named named, List<Path> inside) {
            if (!named.isFolder() || Layer.file(named.path()).isEmpty()) {
                findings.error(
                        entry.place(),
                        "%s has no kustomization.yaml".formatted(named.text()),
                        "write one that names its files, or name the files here");
                return false;
            }
            // As Kustomize has it: a folder around one that is being built leads back to it.
            if (inside.stream().anyMatch(it -> it.startsWith(real(named.path())))) {
                findings.error(
                        entry.place(),
                        "%s is around this folder, or this folder itself".formatted(named.text()),
                        "remove it");
                return false;
            }
            return true;
        }

        private static Path real(Path folder) {
            try {
                return folder.toRealPath();
            } catch (IOException vanished) {
                return folder.toAbsolutePath().normalize();
            }
        }
    }
}
