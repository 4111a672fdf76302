package dev.hyperterse.cli.editor;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON Schemas of our kinds, in draft 7: what editors understand. */
public final class EditorSchema {
    private static final String DRAFT = "http://json-schema.org/draft-07/schema#";

    private EditorSchema() {}

    /** For documents of any kind; those that are not ours may hold anything. */
    public static String ofAll() {
        var kinds = ManifestKind.ours();
        var definitions = new LinkedHashMap<String, Object>();
        kinds.forEach(kind -> definitions.put(kind.kind(), manifest(kind)));
        var schema = new LinkedHashMap<String, Object>();
        schema.put("$schema", DRAFT);
        schema.put("title", "Manifests of Hyperterse for Kubernetes");
        schema.put("type", "object");
        schema.put("allOf", kinds.stream().map(EditorSchema::choice).toList());
        schema.put("definitions", definitions);
        return text(schema);
    }

    /** For documents of one of our kinds. */
    public static String of(ManifestKind kind) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("$schema", DRAFT);
        schema.put("title", kind.kind());
        schema.putAll(manifest(kind));
        return text(schema);
    }

    private static Map<String, Object> choice(ManifestKind kind) {
        return Map.of(
                "if",
                Map.of(
                        "properties",
                        Map.of(
                                "apiVersion",
                                Map.of("pattern", "^" + ManifestKind.GROUP + "/"),
                                "kind",
                                Map.of("const", kind.kind())),
                        "required",
                        List.of("apiVersion", "kind")),
                "then",
                Map.of("$ref", "#/definitions/" + kind.kind()));
    }

    private static Map<String, Object> manifest(ManifestKind kind) {
        var crd = CustomResourceSchemas.openApi(kind.kind());
        var properties = new LinkedHashMap<String, Object>();
        properties.put("apiVersion", Map.of("const", kind.apiVersion()));
        properties.put("kind", Map.of("const", kind.kind()));
        properties.put("metadata", Map.of("type", "object", "required", List.of("name")));
        properties.put("spec", SchemaTranslation.of((Map<?, ?>) ((Map<?, ?>) crd.get("properties")).get("spec")));
        // The cluster writes it, and manifests that were copied from a cluster have it.
        properties.put("status", Map.of("type", "object"));
        var schema = new LinkedHashMap<String, Object>();
        schema.put("description", crd.get("description"));
        schema.put("type", "object");
        schema.put("required", List.of("apiVersion", "kind", "metadata", "spec"));
        schema.put("properties", properties);
        schema.put("additionalProperties", false);
        return schema;
    }

    private static String text(Map<String, Object> schema) {
        return ExactJson.pretty(schema) + "\n";
    }
}
