package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The fields that name other objects, as {@code configurations} list them, and how they follow a new name. */
final class NameReferences {
    private final List<Reference> references = new ArrayList<>();
    private final Findings findings;

    NameReferences(Findings findings) {
        this.findings = findings;
    }

    /** Kinds; an empty part stands for any. */
    private record Kinds(String group, String version, String kind) {
        static Kinds of(Tree tree) {
            return new Kinds(tree.text("group"), tree.text("version"), tree.text("kind"));
        }

        boolean has(ResourceId id) {
            return isAnyOr(group, id.group()) && isAnyOr(version, id.version()) && isAnyOr(kind, id.kind());
        }

        private static boolean isAnyOr(String wanted, String is) {
            return wanted.isEmpty() || wanted.equals(is);
        }
    }

    private record Reference(Kinds target, Kinds referrer, List<String> path) {}

    /** Those of one file of {@code configurations}. */
    void add(Tree configuration) {
        for (var field : configuration.fields().entrySet()) {
            switch (field.getKey()) {
                case "nameReference" -> field.getValue().items().forEach(this::addTarget);
                // Of kinds that are not read here.
                case "images", "replicas", "varReference" -> {}
                default ->
                    findings.error(
                            field.getValue().sources().key(),
                            "the configuration of %s is not supported here".formatted(field.getKey()),
                            "hyperterse reads nameReference; build with kubectl kustomize and give it the output");
            }
        }
    }

    private void addTarget(Tree target) {
        target.field("fieldSpecs")
                .map(Tree::items)
                .orElseGet(List::of)
                .forEach(spec -> references.add(new Reference(
                        Kinds.of(target),
                        Kinds.of(spec),
                        List.of(spec.text("path").split("/")))));
    }

    /** The objects, with the names that those they refer to have now. */
    List<Tree> followed(List<Built> all) {
        var byFormerName = new HashMap<String, List<Built>>();
        all.forEach(object -> object.former().stream()
                .map(ResourceId::name)
                .distinct()
                .forEach(name -> byFormerName
                        .computeIfAbsent(name, _ -> new ArrayList<>())
                        .add(object)));
        return all.stream().map(object -> followed(object, byFormerName)).toList();
    }

    private Tree followed(Built object, Map<String, List<Built>> byFormerName) {
        var tree = object.tree();
        for (var reference : references) {
            if (reference.referrer.has(object.original())) {
                tree = changed(tree, reference.path, new Search(object, reference, byFormerName));
            }
        }
        return tree;
    }

    private static boolean couldBeReferred(Built target, Built referrer) {
        return !referrer.id().isNamespaced()
                || !target.id().isNamespaced()
                || target.id().effectiveNamespace().equals(referrer.id().effectiveNamespace());
    }

    /** A path leads through lists to each of their items. */
    private static Tree changed(Tree tree, List<String> path, Search search) {
        if (tree.isList()) {
            return tree.withItems(tree.items().stream()
                    .map(item -> changed(item, path, search))
                    .toList());
        }
        if (path.isEmpty()) {
            return search.followed(tree);
        }
        var name = path.getFirst();
        return tree.field(name)
                .map(field -> tree.with(name, changed(field, path.subList(1, path.size()), search)))
                .orElse(tree);
    }

    /** For the object that one field names. */
    private final class Search {
        private final Built referrer;
        private final Reference reference;
        private final Map<String, List<Built>> byFormerName;

        Search(Built referrer, Reference reference, Map<String, List<Built>> byFormerName) {
            this.referrer = referrer;
            this.reference = reference;
            this.byFormerName = byFormerName;
        }

        private List<Built> near(String formerName) {
            return byFormerName.getOrDefault(formerName, List.of()).stream()
                    .filter(it -> couldBeReferred(it, referrer))
                    .toList();
        }

        Tree followed(Tree field) {
            if (field.text().isPresent()) {
                return target(field, field.text().get(), near(field.text().get()), false)
                        .map(it -> new Tree(it.id().name(), field.sources()))
                        .orElse(field);
            }
            var name = field.field("name").filter(it -> it.text().isPresent());
            return name.flatMap(it -> target(
                                    field,
                                    it.text().get(),
                                    inNamespaceOf(field, near(it.text().get())),
                                    true)
                            .map(found -> named(field, it, found)))
                    .orElse(field);
        }

        private Tree named(Tree field, Tree name, Built found) {
            var changed = field.with("name", new Tree(found.id().name(), name.sources()));
            return found.id().namespace().isEmpty()
                    ? changed
                    : changed.with("namespace", Tree.of(found.id().namespace(), name.place()));
        }

        private List<Built> inNamespaceOf(Tree field, List<Built> near) {
            var namespace = field.field("namespace").flatMap(Tree::text);
            if (namespace.isEmpty()) {
                return near;
            }
            var originally = near.stream()
                    .filter(it -> it.original().effectiveNamespace().equals(namespace.get()))
                    .toList();
            return originally.isEmpty()
                    ? near.stream()
                            .filter(it -> it.id().effectiveNamespace().equals(namespace.get()))
                            .toList()
                    : originally;
        }

        private Optional<Built> target(Tree field, String name, List<Built> among, boolean withNamespace) {
            var found = among.stream()
                    .filter(it -> it.former().stream().anyMatch(reference.target::has))
                    .toList();
            if (found.size() != 1) {
                found = found.stream()
                        .filter(it -> it.isNamedLike(referrer, true))
                        .toList();
            }
            if (found.size() > 1) {
                found = found.stream()
                        .filter(it -> it.isNamedLike(referrer, false))
                        .toList();
            }
            var names = found.stream()
                    .flatMap(it -> Stream.of(
                            it.id().name() + (withNamespace ? "/" + it.id().namespace() : "")))
                    .distinct()
                    .count();
            if (names > 1) {
                findings.error(field.place(), "%s may be several objects".formatted(name), "give them different names");
                return Optional.empty();
            }
            return found.stream().findFirst();
        }
    }
}
