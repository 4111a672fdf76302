package dev.hyperterse.compiler.resolve;

import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.ServerRef;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Everything that decides what one server serves, as it was at one instant.
 *
 * @param tools those that may refer to the server; others are passed over
 * @param documents the ConfigMaps and Secrets that server and leaves refer to
 * @param scripts those of leaves, as far as they are compiled
 * @param namespaces needed only where a grant selects by label
 * @param published what is committed for this server
 * @param overrides values that take the place of what {@code spec.env} says, by name; a directory's {@code .env}
 * @param platform what the platform has laid under and over the spec of the server, which is merged already
 */
public record ServerInputs(
        HyperterseServer server,
        List<Tool> tools,
        List<Prompt> prompts,
        List<McpResource> resources,
        Documents documents,
        CompiledScripts scripts,
        Namespaces namespaces,
        Published published,
        Map<String, String> overrides,
        PlatformPart platform) {
    public ServerInputs {
        tools = List.copyOf(tools);
        prompts = List.copyOf(prompts);
        resources = List.copyOf(resources);
        overrides = Map.copyOf(overrides);
    }

    /** A server by itself; the with-methods add what there is. */
    public static ServerInputs of(HyperterseServer server) {
        return new ServerInputs(
                server,
                List.of(),
                List.of(),
                List.of(),
                Documents.none(),
                CompiledScripts.none(),
                Namespaces.unknown(),
                Published.nothing(),
                Map.of(),
                PlatformPart.NONE);
    }

    /** The tools, the prompts and the resources that refer to the server. */
    public Stream<CustomResource<? extends LeafSpec, LeafStatus>> leaves() {
        var metadata = server.getMetadata();
        return Stream.<List<? extends CustomResource<? extends LeafSpec, LeafStatus>>>of(tools, prompts, resources)
                .<CustomResource<? extends LeafSpec, LeafStatus>>flatMap(List::stream)
                .filter(leaf -> refers(leaf.getSpec().serverRefs(), leaf.getMetadata(), metadata));
    }

    private static boolean refers(List<ServerRef> references, ObjectMeta leaf, ObjectMeta server) {
        for (var reference : references) {
            if (reference.name().equals(server.getName())
                    && reference.namespace().orElse(leaf.getNamespace()).equals(server.getNamespace())) {
                return true;
            }
        }
        return false;
    }

    public ServerInputs withLeaves(List<Tool> tools, List<Prompt> prompts, List<McpResource> resources) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withDocuments(Documents documents) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withScripts(CompiledScripts scripts) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withNamespaces(Namespaces namespaces) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withPublished(Published published) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withOverrides(Map<String, String> overrides) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }

    public ServerInputs withPlatform(PlatformPart platform) {
        return new ServerInputs(
                server, tools, prompts, resources, documents, scripts, namespaces, published, overrides, platform);
    }
}
