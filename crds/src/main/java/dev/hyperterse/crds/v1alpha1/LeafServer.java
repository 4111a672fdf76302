package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** State of a definition on one server. */
public record LeafServer(
        @JsonPropertyDescription("Namespace of the server.") @Required @Size(min = 1, max = Bounds.LABEL)
        String namespace,

        @JsonPropertyDescription("Name of the server.") @Required @Size(min = 1, max = Bounds.LABEL)
        String name,

        @JsonPropertyDescription("Name under which the server shows the tool.") @Size(max = Bounds.PUBLIC_NAME)
        Optional<String> toolName,

        @JsonPropertyDescription("Generation that the operator last evaluated.") @Min(0)
        Optional<Long> generation,

        @JsonPropertyDescription("Generation that is served; an older one while the newest is faulty.") @Min(0)
        Optional<Long> servedGeneration,

        @JsonPropertyDescription("The definitions of an object that brings many.")
        Optional<Items> items,

        @JsonPropertyDescription("Accepted, ResolvedRefs and Serving.") @ListMap("type") @Size(max = 8)
        List<Condition> conditions) {
    /** How the items of an object are doing. */
    public record Items(
            @JsonPropertyDescription("How many are in the catalog, some of them perhaps in an older version.")
            @Required
            @Min(0)
            @Max(Bounds.ITEMS)
            int served,

            @JsonPropertyDescription("How many are not served as they are written.")
            @Required
            @Min(0)
            @Max(Bounds.ITEMS)
            int refused,

            @JsonPropertyDescription("The first 8 that are not served as they are written.") @AtomicList @Size(max = 8)
            List<RefusedItem> samples) {}

    /** An item that is not served as it is written. */
    public record RefusedItem(
            @JsonPropertyDescription("Its name.") @Required @Size(max = Bounds.ITEM)
            String name,

            @JsonPropertyDescription("Why, in one word.") @Required @Size(max = Bounds.CONDITION_TYPE)
            String reason,

            @JsonPropertyDescription("Why, in one sentence.") @Size(max = Bounds.PATH)
            Optional<String> message) {}
}
