package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.result.ResultMarking;
import dev.hyperterse.crds.v1alpha1.result.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.Optional;

/** How large an answer of a tool is that does not say so itself. */
public record ServerResult(
        @JsonPropertyDescription("The most rows of an answer, for Tools without result.maxRows. Default 100.")
        @Min(1)
        @Max(1000000)
        Optional<Integer> maxRows,

        @JsonPropertyDescription(
                "The most tokens that a model reads of an answer, a token counted as 4 bytes, for Tools without"
                        + " result.maxTokens. Default 24000: clients cut answers of more than 25,000.")
        @Min(Bounds.LEAST_TOKENS)
        @Max(Bounds.MOST_TOKENS)
        Optional<Integer> maxTokens,

        @JsonPropertyDescription(
                "What happens to a larger result, for Tools without result.overflow: Truncate (default) or Fail.")
        Optional<ResultOverflow> overflow,

        @JsonPropertyDescription(
                "Whether answers say where their data begins and ends, for Tools without result.untrusted, and for programs:"
                        + " Unmarked (default) or Marked.")
        Optional<ResultMarking> untrusted) {}
