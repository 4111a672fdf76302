package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;

/** Bounds of one replica. */
public record Limits(
        @JsonPropertyDescription("Largest body of a request, in bytes or with Ki, Mi, Gi. Default 1Mi.")
        Optional<Quantity> maxRequestSize,

        @JsonPropertyDescription("Largest result of a call. Default 4Mi.")
        Optional<Quantity> maxResultSize,

        @JsonPropertyDescription(
                "Memory for data whose size callers decide, of all calls together: requests, arguments, values, rows, "
                        + "answers. When it is exhausted, calls are refused as busy. At most its share of the heap. Default 96Mi.")
        Optional<Quantity> bufferSize,

        @JsonPropertyDescription("How long one call may take, waiting included. Default 30s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> callTimeout,

        @JsonPropertyDescription("How long one call may run as a task, 1s to 24h. Default 10m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> taskTimeout,

        @JsonPropertyDescription("Calls that run at the same time; more are refused as busy. Default 256.")
        @Min(1)
        @Max(100000)
        Optional<Integer> concurrentCalls,

        @JsonPropertyDescription("Calls of one caller that run at the same time; more are refused as busy. Default:"
                + " no limit of its own.")
        @Min(1)
        @Max(100000)
        Optional<Integer> concurrentCallsPerPrincipal,

        @JsonPropertyDescription(
                "How many calls one replica takes in a minute, or all together with sharedState. Default: no limit.")
        Optional<Rate> rate,

        @JsonPropertyDescription("Event streams open at the same time. Default 12000.") @Min(1) @Max(1000000)
        Optional<Integer> streams) {
    /** How many calls come in a minute. */
    public record Rate(
            @JsonPropertyDescription("Calls per minute of each caller; all without an identity are one.")
            @Min(1)
            @Max(10000000)
            Optional<Integer> perPrincipal,

            @JsonPropertyDescription("Calls per minute of each tool, of all callers together.") @Min(1) @Max(10000000)
            Optional<Integer> perTool,

            @JsonPropertyDescription("Calls per minute of all tools and callers together.") @Min(1) @Max(10000000)
            Optional<Integer> perServer,

            @JsonPropertyDescription("Calls that may come at once after a quiet time. Default: those of a minute.")
            @Min(1)
            @Max(10000000)
            Optional<Integer> burst) {}
}
