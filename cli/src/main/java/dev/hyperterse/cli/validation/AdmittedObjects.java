package dev.hyperterse.cli.validation;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.resolve.Documents;
import dev.hyperterse.operator.resolve.Namespaces;
import dev.hyperterse.operator.resolve.ServerInputs;
import java.util.List;
import java.util.Map;

/**
 * The objects of a directory that an API server would store, as the operator would read them from one.
 *
 * @param environment values of the {@code .env} file: they stand in for a server's env of that name
 */
public record AdmittedObjects(
        List<HyperterseServer> servers,
        List<Tool> tools,
        List<Prompt> prompts,
        List<McpResource> resources,
        Documents documents,
        Namespaces namespaces,
        Map<String, String> environment) {
    public AdmittedObjects {
        servers = List.copyOf(servers);
        tools = List.copyOf(tools);
        prompts = List.copyOf(prompts);
        resources = List.copyOf(resources);
        environment = Map.copyOf(environment);
    }

    /** What the compiler needs to compile one of the servers. */
    public ServerInputs inputs(HyperterseServer server) {
        return ServerInputs.of(server)
                .withLeaves(tools, prompts, resources)
                .withDocuments(documents)
                .withNamespaces(namespaces)
                .withOverrides(environment);
    }
}
