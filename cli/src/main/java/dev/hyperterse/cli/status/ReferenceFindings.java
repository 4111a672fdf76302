package dev.hyperterse.cli.status;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.crds.ApiSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** References of an object to Secrets and ConfigMaps that lead nowhere. */
final class ReferenceFindings {
    /** JSON of the author, which can have members that are called as references are. */
    private static final Set<String> FREE = Set.of("json", "arguments", "inputSchema", "outputSchema");

    /** Of an object that can exist. Any other is refused with its own message. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    private ReferenceFindings() {}

    private record Reference(String kind, String name) {
        static final String CONFIG_MAP = "ConfigMap";
        static final String SECRET = "Secret";
    }

    /**
     * Where something of the object is not served, adds what its references lack, in place of findings about the same
     * objects: the operator cannot tell an unlabelled ConfigMap from one that is not there.
     *
     * @param labelled whether ConfigMaps need the label, as those of definitions do
     */
    static void addTo(List<Finding> findings, HasMetadata object, boolean labelled, Lookup lookup) {
        if (findings.stream().noneMatch(Finding::blocks)) {
            return;
        }
        var references = of(object, labelled, lookup);
        references.forEach(reference -> findings.removeIf(it -> it.cause().contains(subject(reference))));
        findings.addAll(references);
    }

    private static List<Finding> of(HasMetadata object, boolean labelled, Lookup lookup) {
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
                                object
                                        + " is not labelled %s=true, so definitions may not read it"
                                                .formatted(Entries.READABLE_LABEL),
                                "kubectl -n %s label configmap %s %s=true"
                                        .formatted(namespace, name, Entries.READABLE_LABEL)))
                        .filter(_ -> labelled);
            case PRESENT, UNKNOWN -> Optional.empty();
        };
    }

    /** The object that such a finding is about, with its kind and the space behind it. */
    private static String subject(Finding reference) {
        return reference
                .cause()
                .substring(0, reference.cause().indexOf(' ', reference.cause().indexOf('/')) + 1);
    }

    private static void collect(JsonNode node, Set<Reference> found) {
        for (var member : node.properties()) {
            switch (member.getKey()) {
                case "configMapKeyRef" -> add(Reference.CONFIG_MAP, member.getValue(), found);
                case "secretKeyRef", "secretRef" -> add(Reference.SECRET, member.getValue(), found);
                default -> {
                    if (!FREE.contains(member.getKey())) {
                        collect(member.getValue(), found);
                    }
                }
            }
        }
        if (node.isArray()) {
            node.forEach(item -> collect(item, found));
        }
    }

    private static void add(String kind, JsonNode reference, Set<Reference> found) {
        var name = reference.path("name").asString("");
        if (NAME.matcher(name).matches() && !reference.path("optional").asBoolean(false)) {
            found.add(new Reference(kind, name));
        }
    }
}
