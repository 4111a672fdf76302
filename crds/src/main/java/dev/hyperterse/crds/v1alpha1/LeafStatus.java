package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** The observed state of a Tool, Prompt or Resource. */
public record LeafStatus(
        @JsonPropertyDescription("Generation that this status speaks of.") @Min(0)
        Optional<Long> observedGeneration,

        @JsonPropertyDescription("Servers that serve the current generation, out of those named, such as 2/2.")
        @Size(max = Bounds.VERSION)
        Optional<String> serving,

        @JsonPropertyDescription("Ready; Reconciling and Stalled while they hold.") @ListMap("type") @Size(max = 16)
        List<Condition> conditions,

        @JsonPropertyDescription("Its state on each server that it names.") @AtomicList @Size(max = 16)
        List<LeafServer> servers) {}
