package dev.hyperterse.cli.status;

import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.ServerRef;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Optional;

/** A Tool, Prompt or Resource, with what all three have. */
public record Definition(ObservedKind kind, CustomResource<?, LeafStatus> object, List<ServerRef> servers) {
    public static Definition of(Tool tool) {
        return new Definition(ObservedKind.TOOL, tool, tool.getSpec().serverRefs());
    }

    public static Definition of(Prompt prompt) {
        return new Definition(ObservedKind.PROMPT, prompt, prompt.getSpec().serverRefs());
    }

    public static Definition of(McpResource resource) {
        return new Definition(
                ObservedKind.RESOURCE, resource, resource.getSpec().serverRefs());
    }

    Optional<LeafStatus> status() {
        return Optional.ofNullable(object.getStatus());
    }

    String namespace() {
        return object.getMetadata().getNamespace();
    }

    String name() {
        return object.getMetadata().getName();
    }
}
