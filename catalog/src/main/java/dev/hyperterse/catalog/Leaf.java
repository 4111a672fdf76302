package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import java.util.Set;

/** One compiled {@code Tool}, {@code Prompt} or {@code Resource}: all that a replica needs to serve it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ToolLeaf.class, name = "tool"),
    @JsonSubTypes.Type(value = PromptLeaf.class, name = "prompt"),
    @JsonSubTypes.Type(value = ResourceLeaf.class, name = "resource")
})
public sealed interface Leaf permits ToolLeaf, PromptLeaf, ResourceLeaf {
    LeafIdentity identity();

    /** Names out of {@link Feature} that a runtime must know to serve this leaf; it refuses only this leaf otherwise. */
    Set<String> requires();

    /** What clients call it by: a tool's or prompt's name, a resource's URI or URI template. */
    String publicName();

    /** What it asks of an adapter; empty where its content is fixed. */
    default Optional<Action> asked() {
        return switch (this) {
            case ToolLeaf tool -> Optional.of(tool.action());
            case PromptLeaf _ -> Optional.empty();
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case ResourceLeaf.Body.Text _, ResourceLeaf.Body.Blob _ -> Optional.empty();
                    case ResourceLeaf.Body.Computed computed -> Optional.of(computed.action());
                };
        };
    }
}
