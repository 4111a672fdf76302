package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** The connections that each replica keeps to one database. */
@ValidationRule(
        value = "!has(self.minIdle) || !has(self.maxSize) || self.minIdle <= self.maxSize",
        message = "minIdle must not exceed maxSize")
public record Pool(
        @JsonPropertyDescription("Most connections of one replica. Default 8.") @Min(1) @Max(256)
        Optional<Integer> maxSize,

        @JsonPropertyDescription("Connections kept open while idle. Default 1.") @Min(0) @Max(256)
        Optional<Integer> minIdle,

        @JsonPropertyDescription("How long a call waits for a connection once it is first in the queue. Default 5s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> connectionTimeout,

        @JsonPropertyDescription("An idle connection above minIdle is closed after this time. Default 10m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> idleTimeout,

        @JsonPropertyDescription("A connection is replaced after this time. Default 30m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> maxLifetime) {}
