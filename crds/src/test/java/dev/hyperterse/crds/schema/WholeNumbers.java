package dev.hyperterse.crds.schema;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;

/** The ends of whole numbers, where their author gave none: what Java reads into its own. */
final class WholeNumbers {
    static final double INT = Integer.MAX_VALUE;

    /** As far as a number of JSON is exact everywhere. */
    static final double LONG = 0x1p53 - 1;

    private WholeNumbers() {}

    static void bound(JSONSchemaProps schema, double most) {
        schema.setMinimum(schema.getMinimum() == null ? Double.valueOf(-most) : schema.getMinimum());
        schema.setMaximum(schema.getMaximum() == null ? Double.valueOf(most) : schema.getMaximum());
    }
}
