package dev.hyperterse.crds.schema;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;

/**
 * Bounds for the parts of a Pod and of a NetworkPolicy that a workload takes over as they are. Their meaning is checked
 * by the API server when the operator writes the Deployment; here they only must not be endless.
 */
final class BorrowedTypes {
    private static final long LONGEST_TEXT = 1_024;
    private static final long MOST_ELEMENTS = 64;

    private BorrowedTypes() {}

    static void bound(JSONSchemaProps schema) {
        if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString()) || "string".equals(schema.getType())) {
            schema.setMaxLength(LONGEST_TEXT);
        }
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(BorrowedTypes::bound);
        }
        if (schema.getItems() != null) {
            schema.setMaxItems(schema.getMaxItems() == null ? MOST_ELEMENTS : schema.getMaxItems());
            bound(schema.getItems().getSchema());
        }
        if (schema.getAdditionalProperties() != null) {
            schema.setMaxProperties(MOST_ELEMENTS);
            bound(schema.getAdditionalProperties().getSchema());
        }
    }
}
