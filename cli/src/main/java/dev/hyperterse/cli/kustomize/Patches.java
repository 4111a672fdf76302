package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.compiler.problem.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Applies the patches of a layer. */
record Patches(Layer layer, SourceTrees sources) {
    void applyTo(List<Built> all) {
        for (var entry : layer.list("patchesStrategicMerge")) {
            var isText = entry.text().orElse("").contains("\n");
            apply(isText ? inline(entry) : file(entry), Optional.empty(), Tree.of(Map.of(), entry.place()), all);
        }
        for (var entry : layer.list("patches")) {
            apply(documents(entry), entry.field("target"), entry, all);
        }
    }

    /** The field for JSON patches alone, which comes after the metadata. */
    void applyLastTo(List<Built> all) {
        for (var entry : layer.list("patchesJson6902")) {
            apply(documents(entry), entry.field("target"), entry, all);
        }
    }

    private List<Tree> documents(Tree entry) {
        var path = entry.field("path");
        var patch = entry.field("patch");
        if (path.isPresent() == patch.isPresent()) {
            layer.findings().error(entry.place(), "a patch has either path or patch", "");
            return List.of();
        }
        return path.map(this::file).orElseGet(() -> inline(patch.get()));
    }

    private List<Tree> file(Tree path) {
        return layer.namedFile(path)
                .map(named -> sources.documents(named.path()))
                .orElseGet(List::of);
    }

    /** Written so that its lines and columns are those of the kustomization, as far as they are known. */
    private List<Tree> inline(Tree patch) {
        var text = patch.text().orElse("");
        var start = patch.sources().locate("", Optional.of(new Position(1, 1, 0)));
        var shifted = text.contains("\n---")
                ? text
                : "\n".repeat(start.line() - 1) + text.indent(Math.max(0, start.column() - 1));
        return sources.documents(new SourceFile(start.file(), shifted));
    }

    private void apply(List<Tree> patches, Optional<Tree> target, Tree entry, List<Built> all) {
        for (var patch : patches) {
            if (patch.isList()) {
                if (target.isEmpty()) {
                    layer.findings()
                            .error(entry.place(), "a JSON patch needs a target", "add target: {kind: ..., name: ...}");
                } else {
                    change(all, selected(target.get()), it -> operated(it, patch));
                }
            } else if (target.isPresent()) {
                change(all, selected(target.get()), it -> merged(it, patch, entry));
            } else {
                mergeNamed(patch, entry, all);
            }
        }
    }

    private Predicate<Built> selected(Tree target) {
        return new Selector(target, layer.findings())::selects;
    }

    private void mergeNamed(Tree patch, Tree entry, List<Built> all) {
        var id = ResourceId.of(patch);
        Predicate<Built> named = it -> it.everyId().anyMatch(id::isSameAs);
        var matching = all.stream().filter(named).count();
        if (matching == 1) {
            change(all, named, it -> merged(it, patch, entry));
        } else {
            layer.findings()
                    .error(
                            patch.place(),
                            matching == 0
                                    ? "no object is the %s that this patch names".formatted(id)
                                    : "several objects are the %s that this patch names".formatted(id),
                            "fix apiVersion, kind, name or namespace, or add a target");
        }
    }

    private interface Change {
        Optional<Built> of(Built object);
    }

    private static void change(List<Built> all, Predicate<Built> selected, Change change) {
        for (var index = all.size() - 1; index >= 0; index--) {
            var object = all.get(index);
            if (selected.test(object)) {
                var at = index;
                change.of(object).ifPresentOrElse(it -> all.set(at, it), () -> all.remove(at));
            }
        }
    }

    private Optional<Built> operated(Built object, Tree operations) {
        try {
            return Optional.of(object.remembered().with(JsonPatch.apply(object.tree(), operations)));
        } catch (JsonPatch.Refused refused) {
            layer.findings()
                    .error(
                            refused.operation().place(),
                            "%s: %s".formatted(object.id(), refused.getMessage()),
                            "fix the path, or the target");
            return Optional.of(object);
        }
    }

    /** Name, namespace and kind stay, unless the patch may change them. */
    private static Optional<Built> merged(Built object, Tree patch, Tree entry) {
        var options = entry.field("options");
        var name = options.filter(it -> it.isTrue("allowNameChange")).isPresent();
        var kind = options.filter(it -> it.isTrue("allowKindChange")).isPresent();
        return MergePatch.apply(object.tree(), patch).map(tree -> {
            var before = object.tree();
            var changed = name || kind ? object.remembered() : object;
            var kept = kind ? tree : restored(restored(tree, before, List.of("kind")), before, List.of("apiVersion"));
            kept = name ? kept : restored(kept, before, List.of("metadata", "name"));
            return changed.with(restored(kept, before, List.of("metadata", "namespace")));
        });
    }

    private static Tree restored(Tree tree, Tree before, List<String> path) {
        var parts = path.toArray(String[]::new);
        var value = before.at(parts);
        if (value.isPresent()) {
            return tree.with(path, value.get());
        }
        return tree.at(parts).isEmpty()
                ? tree
                : tree.with(
                        path.getFirst(),
                        tree.field(path.getFirst()).orElseThrow().without(path.getLast()));
    }
}
