package dev.hyperterse.operator.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.Workload;
import java.util.List;

/** The part of a server's spec that its pods are made of, as a digest that does not depend on the operator's version. */
final class TemplateInputs {
    private static final ObjectMapper MAPPER = ApiSerialization.mapper();

    private static final List<String> NOT_ABOUT_PODS =
            List.of("replicas", "autoscaling", "service", "expose", "podDisruptionBudget", "networkPolicy", "upgrade");

    private TemplateInputs() {}

    static String digest(Workload workload, long callTimeoutSeconds) {
        ObjectNode written = MAPPER.valueToTree(workload);
        written.remove(NOT_ABOUT_PODS);
        written.put("callTimeoutSeconds", callTimeoutSeconds);
        try {
            return Digest.of(MAPPER.writeValueAsBytes(written));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of JSON cannot be written", impossible);
        }
    }
}
