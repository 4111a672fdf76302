package dev.hyperterse.crds.schema;

import dev.hyperterse.crds.SchemaDigest;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The page that lists every field of every kind: the CRDs, for people without a cluster at hand. */
final class ApiReference {
    private final StringBuilder page = new StringBuilder();

    private ApiReference() {}

    static String of(Collection<CustomResourceDefinition> definitions) {
        var reference = new ApiReference();
        reference
                .page
                .append("# API reference: hyperterse.dev/v1alpha1\n\n")
                .append(
                        "Generated from the CRDs, which are generated from the records of the module `crds`. Rewrite it with:\n\n")
                .append("    ")
                .append(Manifests.UPDATE)
                .append(
                        "\n\nA field in **bold** is required. `[]` stands for the elements of a list, `{}` for the values of a map.\n");
        definitions.forEach(reference::kind);
        return reference.page.toString();
    }

    private static String withoutDigest(String description) {
        return SchemaDigest.in(description)
                .map(digest -> description.replace(SchemaDigest.note(digest), ""))
                .orElse(description);
    }

    private void kind(CustomResourceDefinition definition) {
        var names = definition.getSpec().getNames();
        var root = definition.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
        page.append("\n## ")
                .append(names.getKind())
                .append("\n\n")
                .append(withoutDigest(root.getDescription()))
                .append("\n\n")
                .append("`")
                .append(definition.getMetadata().getName())
                .append("`, short name `")
                .append(names.getShortNames().getFirst())
                .append("`.\n");
        rules("the object", root);
        part("spec", root.getProperties().get("spec"));
        part("status", root.getProperties().get("status"));
    }

    private void part(String name, JSONSchemaProps schema) {
        page.append("\n### ").append(name).append("\n\n| Field | Type | Meaning |\n|---|---|---|\n");
        var ruleLists = new ArrayList<Runnable>();
        fields(name, "", schema, ruleLists);
        ruleLists.forEach(Runnable::run);
    }

    private void fields(String path, String prefix, JSONSchemaProps schema, List<Runnable> ruleLists) {
        ruleLists.add(() -> rules("`" + path + "`", schema));
        schema.getProperties().forEach((name, property) -> {
            var shown = schema.getRequired().contains(name) ? "**" + prefix + name + "**" : prefix + name;
            page.append("| ")
                    .append(shown)
                    .append(" | ")
                    .append(type(property))
                    .append(" | ")
                    .append(cell(property.getDescription()))
                    .append(" |\n");
            if (!isBorrowed(property)) {
                inside(path + "." + name, prefix + name, property, ruleLists);
            }
        });
    }

    private void inside(String path, String shown, JSONSchemaProps property, List<Runnable> ruleLists) {
        if (property.getItems() != null) {
            ruleLists.add(() -> rules("`" + path + "`", property));
            fields(path + "[]", shown + "[].", property.getItems().getSchema(), ruleLists);
        } else {
            fields(path, shown + ".", property, ruleLists);
        }
    }

    private void rules(String where, JSONSchemaProps schema) {
        if (!schema.getXKubernetesValidations().isEmpty()) {
            page.append("\nRules of ").append(where).append(":\n\n");
            schema.getXKubernetesValidations()
                    .forEach(rule -> page.append("- ").append(rule.getMessage()).append("\n"));
        }
    }

    private static String type(JSONSchemaProps schema) {
        if (!schema.getEnum().isEmpty()) {
            return schema.getEnum().stream()
                    .map(value -> "`" + value.asText() + "`")
                    .collect(Collectors.joining(", "));
        }
        if (schema.getItems() != null) {
            return type(schema.getItems().getSchema()) + "[]" + bound(" up to ", schema.getMaxItems());
        }
        if (schema.getAdditionalProperties() != null) {
            return type(schema.getAdditionalProperties().getSchema()) + "{}"
                    + bound(" up to ", schema.getMaxProperties());
        }
        if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
            return "integer or string";
        }
        return schema.getType() + bound(" up to ", schema.getMaxLength()) + range(schema);
    }

    private static String range(JSONSchemaProps schema) {
        return schema.getMinimum() == null || schema.getMaximum() == null
                ? ""
                : " %.0f to %.0f".formatted(schema.getMinimum(), schema.getMaximum());
    }

    private static String bound(String words, Long bound) {
        return bound == null ? "" : words + bound;
    }

    /** Parts of a Pod or NetworkPolicy are described by Kubernetes. */
    private static boolean isBorrowed(JSONSchemaProps schema) {
        return schema.getDescription().contains(", as in a ");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("{{", "`{{").replace("}}", "}}`");
    }
}
