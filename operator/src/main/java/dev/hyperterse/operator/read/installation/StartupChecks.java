package dev.hyperterse.operator.read.installation;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.kind.ScopedKind;
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
    private static final String EVERYWHERE =
            "in all namespaces; apply the ClusterRole and ClusterRoleBinding hyperterse-operator";
    private static final String IN_A_NAMESPACE =
            "in namespace %s; apply the Role and RoleBinding hyperterse-operator-scope there, or take the namespace out of HYPERTERSE_WATCH_NAMESPACES";

    private final KubernetesClient client;
    private final Scope scope;

    public StartupChecks(KubernetesClient client, Scope scope) {
        this.client = client;
        this.scope = scope;
    }

    /** Empty when everything can be read. */
    public Optional<String> missingPrerequisite() {
        return switch (scope) {
            case Scope.AllNamespaces _ -> missing(scope, EVERYWHERE);
            case Scope.Namespaces(var names) ->
                names.stream()
                        .flatMap(name -> missing(Scope.of(List.of(name)), IN_A_NAMESPACE.formatted(name)).stream())
                        .findFirst();
        };
    }

    private Optional<String> missing(Scope within, String rights) {
        return KINDS.stream()
                .flatMap(kind ->
                        missing(
                                kind,
                                ScopedKind.in(within, client.resources(kind)).getFirst(),
                                rights)
                                .stream())
                .findFirst();
    }

    private static Optional<String> missing(Class<? extends HasMetadata> kind, Listable<?> objects, String rights) {
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
                            "the ServiceAccount may not list %s %s: %s"
                                    .formatted(resource, rights, failed.getMessage());
                        default -> "the API server cannot be reached: " + failed.getMessage();
                    });
        }
    }
}
