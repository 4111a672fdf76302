package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Selects namespaces by their labels; all parts must match. */
@ValidationRule(
        value = "has(self.matchLabels) || has(self.matchExpressions)",
        message = "a selector needs matchLabels or matchExpressions; use from All to admit every namespace")
public record NamespaceSelector(
        @JsonPropertyDescription("Labels that a namespace must carry, with their values.") @Size(max = 16)
        Map<String, @Size(max = Bounds.LABEL) String> matchLabels,

        @JsonPropertyDescription("Further requirements on the labels of a namespace.") @AtomicList @Size(max = 16)
        List<LabelRequirement> matchExpressions) {}
