package dev.hyperterse.cli.status;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.crds.ApiSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** References of an object to Secrets and ConfigMaps that lead nowhere. */
final class ReferenceFindings {
    private static final String READABLE = "hyperterse.dev/readable";

    private ReferenceFindings() {}

    private record Reference(String kind, String name) {
        static final String CONFIG_MAP = "ConfigMap";
        static final String SECRET = "Secret";
    }

    /** @param labelled whether ConfigMaps need the label, as those of definitions do */
    static List<Finding> of(HasMetadata object, boolean labelled, Lookup lookup) {
        var namespace = object.getMetadata().getNamespace();
        var references = new LinkedHashSet<Reference>();
        var json = ApiSerialization.create().asJson(object);
        collect(ExactJson.mapper().readTree(json).path("spec"), references);
        return references.stream()
                .flatMap(it -> of(namespace, it, labelled, lookup).stream())
                .toList();
    }

    private static Optional<Finding> of(String namespace, Reference reference, boolean labelled, Lookup lookup) {
        var name = reference.name();
        var object = "%s %s/%s".formatted(reference.kind(), namespace, name);
        var presence = reference.kind().equals(Reference.SECRET)
                ? lookup.secret(namespace, name)
                : lookup.configMap(namespace, name);
        return switch (presence) {
            case ABSENT ->
                Optional.of(Finding.blocking(
                        object + " does not exist",
                        "create it in namespace %s, or fix the reference".formatted(namespace)));
            case UNLABELLED ->
                Optional.of(Finding.blocking(
                                object + " is not labelled %s=true, so definitions may not read it".formatted(READABLE),
                                "kubectl -n %s label configmap %s %s=true".formatted(namespace, name, READABLE)))
                        .filter(_ -> labelled);
            case PRESENT, UNKNOWN -> Optional.empty();
        };
    }

    /** The object that such a finding is about, with its kind and the space behind it. */
    static String subject(Finding reference) {
        return reference
                .cause()
                .substring(0, reference.cause().indexOf(' ', reference.cause().indexOf('/')) + 1);
    }

    private static void collect(JsonNode node, Set<Reference> found) {
        for (var member : node.properties()) {
            var name = member.getValue().path("name").asString("");
            switch (member.getKey()) {
                case "configMapKeyRef" -> found.add(new Reference(Reference.CONFIG_MAP, name));
                case "secretKeyRef", "secretRef" -> found.add(new Reference(Reference.SECRET, name));
                default -> collect(member.getValue(), found);
            }
        }
        if (node.isArray()) {
            node.forEach(item -> collect(item, found));
        }
    }
}
