package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** State of a definition on one server. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
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

        @JsonPropertyDescription("Accepted, ResolvedRefs and Serving.") @ListMap("type") @Size(max = 8)
        List<Condition> conditions) {
    public LeafServer {
        namespace = Absent.orEmpty(namespace);
        name = Absent.orEmpty(name);
        toolName = Absent.orEmpty(toolName);
        generation = Absent.orEmpty(generation);
        servedGeneration = Absent.orEmpty(servedGeneration);
        conditions = Absent.orEmpty(conditions);
    }
}
