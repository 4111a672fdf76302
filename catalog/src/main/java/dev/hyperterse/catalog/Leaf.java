package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.access.AccessPolicy;
import java.util.Optional;
import java.util.stream.Stream;

/** One compiled {@code Tool}, {@code Prompt} or {@code Resource}: all that a replica needs to serve it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ToolLeaf.class, name = "tool"),
    @JsonSubTypes.Type(value = PromptLeaf.class, name = "prompt"),
    @JsonSubTypes.Type(value = ResourceLeaf.class, name = "resource")
})
public sealed interface Leaf permits ToolLeaf, PromptLeaf, ResourceLeaf {
    LeafIdentity identity();

    /** The name that clients use: a tool's or prompt's name, a resource's URI or URI template. */
    String publicName();

    /** The callers that may see and use it, where not every caller of the server may. */
    Optional<AccessPolicy> access();

    /** The digest of the sections that protect it, as its author wrote them; empty where there are none. */
    Optional<String> protections();

    /** The same for other callers. */
    Leaf with(Optional<AccessPolicy> access);

    /** The action on an adapter; empty where the content is fixed. */
    default Optional<Action> asked() {
        return switch (this) {
            case ToolLeaf tool -> Optional.of(tool.action());
            case PromptLeaf prompt -> prompt.computed().map(PromptLeaf.Computed::action);
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case ResourceLeaf.Body.Fixed _, ResourceLeaf.Body.Skill _ -> Optional.empty();
                    case ResourceLeaf.Body.Computed computed -> Optional.of(computed.action());
                };
        };
    }

    /** The statements of the leaf: its own, or those that its scripts run by name. */
    default Stream<Asked> statements() {
        var ofTransforms = this instanceof ToolLeaf tool
                ? tool.transforms().stream()
                        .flatMap(it -> it.queries().stream())
                        .map(query -> new Asked(Optional.of(query.name()), query.action()))
                : Stream.<Asked>empty();
        return Stream.concat(ofAction(), ofTransforms);
    }

    /** Those of what it runs, without the scripts around that. */
    private Stream<Asked> ofAction() {
        return asked().stream().flatMap(action -> switch (action) {
            case Action.OnAdapter own -> Stream.of(new Asked(Optional.empty(), own));
            case Action.RunScript script ->
                script.queries().stream().map(query -> new Asked(Optional.of(query.name()), query.action()));
            case Action.Compose _ -> Stream.of();
        });
    }

    /** One statement. @param query its name, where a script has it; no two of a definition are equal */
    record Asked(Optional<String> query, Action.OnAdapter action) {}

    default Stream<Action.RunScript> scripts() {
        var own = asked().filter(Action.RunScript.class::isInstance).map(Action.RunScript.class::cast).stream();
        return this instanceof ToolLeaf tool
                ? Stream.concat(own, tool.transforms().stream().flatMap(ToolLeaf.Transforms::scripts))
                : own;
    }
}
