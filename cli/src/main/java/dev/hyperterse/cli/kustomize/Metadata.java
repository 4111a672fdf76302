package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.List;
import java.util.Set;

/** Namespace, names, labels and annotations that a layer gives to all of its objects, in Kustomize's order. */
record Metadata(Layer layer) {
    private static final Set<String> KEEP_THEIR_NAMES = Set.of("CustomResourceDefinition", "APIService", "Namespace");

    void applyTo(List<Built> all) {
        var kustomization = layer.kustomization();
        var namespace = kustomization.text("namespace");
        var prefix = kustomization.text("namePrefix");
        var suffix = kustomization.text("nameSuffix");
        all.replaceAll(it -> namespace.isEmpty() ? it : in(namespace, it));
        all.replaceAll(it -> prefix.isEmpty() || keepsItsName(it) ? it : it.prefixed(prefix));
        all.replaceAll(it -> suffix.isEmpty() || keepsItsName(it) ? it : it.suffixed(suffix));
        for (var entry : layer.list("labels")) {
            entry.field("fields").ifPresent(fields -> layer.findings()
                    .error(
                            fields.sources().key(),
                            "fields of labels are not supported here",
                            "metadata.labels is always set; remove fields"));
            entry.field("pairs").ifPresent(pairs -> set(all, "labels", pairs));
        }
        kustomization.field("commonLabels").ifPresent(pairs -> set(all, "labels", pairs));
        kustomization.field("commonAnnotations").ifPresent(pairs -> set(all, "annotations", pairs));
    }

    private static Built in(String namespace, Built object) {
        var remembered = object.remembered();
        if (object.id().isNamespaced()) {
            return remembered.in(namespace);
        }
        return object.id().kind().equals("Namespace") ? remembered.named(namespace) : remembered;
    }

    private static boolean keepsItsName(Built object) {
        return KEEP_THEIR_NAMES.contains(object.original().kind());
    }

    private void set(List<Built> all, String of, Tree pairs) {
        layer.texts(pairs)
                .forEach(pair -> all.replaceAll(
                        it -> it.with(it.tree().with(List.of("metadata", of, pair.getKey()), pair.getValue()))));
    }
}
