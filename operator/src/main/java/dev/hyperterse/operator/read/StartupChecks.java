package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.resolve.Scope;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;

/**
 * Whether the cluster can be followed. An operator may be started before its CRDs, its rights, or the API server; it then
 * reports what is missing and what to do, and does not exit.
 */
public final class StartupChecks {
    private static final List<Class<? extends HasMetadata>> KINDS =
            List.of(HyperterseServer.class, Tool.class, Prompt.class, McpResource.class, Pod.class);

    private final KubernetesClient client;
    private final Scope scope;

    public StartupChecks(KubernetesClient client, Scope scope) {
        this.client = client;
        this.scope = scope;
    }

    /** Empty when everything can be read. */
    public Optional<String> missingPrerequisite() {
        return KINDS.stream()
                .flatMap(kind -> ScopedKind.in(scope, client.resources(kind)).stream()
                        .flatMap(objects -> missing(kind, objects).stream()))
                .findFirst();
    }

    private Optional<String> missing(Class<? extends HasMetadata> kind, Listable<?> objects) {
        try {
            objects.list(new ListOptionsBuilder().withLimit(1L).build());
            return Optional.empty();
        } catch (KubernetesClientException failed) {
            var resource = HasMetadata.getFullResourceName(kind);
            return Optional.of(
                    switch (failed.getCode()) {
                        case HttpURLConnection.HTTP_NOT_FOUND ->
                            "CRD %s is missing; apply the install manifest or the chart hyperterse-crds"
                                    .formatted(resource);
                        case HttpURLConnection.HTTP_UNAUTHORIZED ->
                            "the API server does not accept the token of the ServiceAccount: " + failed.getMessage();
                        case HttpURLConnection.HTTP_FORBIDDEN ->
                            "the ServiceAccount may not list %s; %s: %s"
                                    .formatted(resource, remedy(), failed.getMessage());
                        default -> "the API server cannot be reached: " + failed.getMessage();
                    });
        }
    }

    /** The message of the API server names the namespace. */
    private String remedy() {
        return switch (scope) {
            case Scope.AllNamespaces _ -> "apply the ClusterRole and ClusterRoleBinding hyperterse-operator";
            case Scope.Namespaces _ ->
                "apply the Role and RoleBinding hyperterse-operator-scope in its namespace, or take that out of HYPERTERSE_WATCH_NAMESPACES";
        };
    }
}
