package dev.hyperterse.crds.schema;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;

/**
 * Bounds for the parts of a Pod and of a NetworkPolicy that a workload takes over as they are. Their meaning is checked
 * by the API server when the operator writes the Deployment; here they only must not be endless, and must fit the types
 * that they are read into: one that does not would end the watch of all servers.
 */
final class BorrowedTypes {
    private static final long LONGEST_TEXT = 1_024;
    private static final long MOST_ELEMENTS = 64;

    /** As Kubernetes writes it in its own schemas. */
    private static final String QUANTITY =
            "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    private BorrowedTypes() {}

    static void bound(JSONSchemaProps schema) {
        var intOrString = Boolean.TRUE.equals(schema.getXKubernetesIntOrString());
        if (intOrString || "string".equals(schema.getType())) {
            schema.setMaxLength(LONGEST_TEXT);
        }
        if (intOrString || "integer".equals(schema.getType())) {
            // Also seconds, which are a long: it is 68 years of them.
            WholeNumbers.bound(schema, WholeNumbers.INT);
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
            boundValues(schema.getAdditionalProperties().getSchema());
        }
    }

    /** Where a value of a map is a number or a text, it is a quantity. */
    private static void boundValues(JSONSchemaProps schema) {
        if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
            quantity(schema);
        } else {
            bound(schema);
        }
    }

    static void quantity(JSONSchemaProps schema) {
        schema.setMaxLength(LONGEST_TEXT);
        schema.setPattern(QUANTITY);
        WholeNumbers.bound(schema, WholeNumbers.LONG);
    }
}
