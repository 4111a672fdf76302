package dev.hyperterse.operator.model;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.ServerRef;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a leaf that are the same for all kinds: the servers that it names, and its status.
 *
 * @param refersToText whether its statement is in a ConfigMap, which readers of its status need not be allowed to read
 * @param foreignStatus whether another writer than an operator has changed the status
 */
public record ObservedLeaf(
        LeafKey key,
        ObjectVersion version,
        long generation,
        Set<ServerKey> servers,
        boolean refersToText,
        Optional<LeafStatus> status,
        boolean foreignStatus) {
    public String uid() {
        return version.uid();
    }

    public static ObservedLeaf of(Tool tool) {
        return of(
                LeafKind.Tool,
                tool,
                tool.getSpec() == null ? List.of() : tool.getSpec().serverRefs(),
                Optional.ofNullable(tool.getSpec()).flatMap(ToolSpec::statement));
    }

    public static ObservedLeaf of(Prompt prompt) {
        return of(
                LeafKind.Prompt,
                prompt,
                prompt.getSpec() == null ? List.of() : prompt.getSpec().serverRefs(),
                Optional.empty());
    }

    public static ObservedLeaf of(McpResource resource) {
        return of(
                LeafKind.Resource,
                resource,
                resource.getSpec() == null ? List.of() : resource.getSpec().serverRefs(),
                Optional.ofNullable(resource.getSpec()).flatMap(McpResourceSpec::statement));
    }

    private static ObservedLeaf of(
            LeafKind kind,
            CustomResource<?, LeafStatus> object,
            Collection<ServerRef> references,
            Optional<Statement> statement) {
        var metadata = object.getMetadata();
        return new ObservedLeaf(
                new LeafKey(kind, metadata.getNamespace(), metadata.getName()),
                ObjectVersion.of(metadata),
                Optional.ofNullable(metadata.getGeneration()).orElse(0L),
                ServerKey.namedBy(references, metadata.getNamespace()),
                statement
                        .flatMap(it -> Optional.ofNullable(it.text()))
                        .flatMap(Document::configMapKeyRef)
                        .isPresent(),
                Optional.ofNullable(object.getStatus()),
                StatusWriters.foreign(object));
    }
}
