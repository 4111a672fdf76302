package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.status.ClusterState;
import dev.hyperterse.cli.status.Definition;
import dev.hyperterse.cli.status.Lookup;
import dev.hyperterse.cli.status.OperatorState;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads what {@code status} needs, once and without a watch. */
final class StatusReader implements Lookup {
    private static final String OPERATOR = "hyperterse-operator";

    private final KubernetesClient client;
    private final ReferredObjects referred;
    private final List<String> missingKinds = new ArrayList<>();
    private final Map<String, Optional<List<HyperterseServer>>> servers = new HashMap<>();

    StatusReader(KubernetesClient client, ReferredObjects referred) {
        this.client = client;
        this.referred = referred;
    }

    /** @param namespace empty for all */
    ClusterState read(Optional<String> namespace, String operatorNamespace) {
        var ofServers = list(HyperterseServer.class, namespace);
        namespace.ifPresent(it -> servers.put(it, Optional.of(ofServers)));
        var definitions = Stream.of(
                        list(Tool.class, namespace).stream().map(Definition::of),
                        list(Prompt.class, namespace).stream().map(Definition::of),
                        list(McpResource.class, namespace).stream().map(Definition::of))
                .flatMap(it -> it)
                .toList();
        return new ClusterState(
                missingKinds,
                operator(operatorNamespace),
                ofServers,
                definitions,
                unlessForbidden(() -> pods(namespace)));
    }

    @Override
    public Optional<List<HyperterseServer>> servers(String namespace) {
        return servers.computeIfAbsent(
                namespace,
                _ -> unlessForbidden(() -> client.resources(HyperterseServer.class)
                        .inNamespace(namespace)
                        .list()
                        .getItems()));
    }

    @Override
    public Presence configMap(String namespace, String name) {
        return referred.configMaps(namespace)
                .map(all -> {
                    var labels = all.get(name);
                    return labels == null
                            ? Presence.ABSENT
                            : labels.path(Entries.READABLE_LABEL).asString("").equals("true")
                                    ? Presence.PRESENT
                                    : Presence.UNLABELLED;
                })
                .orElse(Presence.UNKNOWN);
    }

    @Override
    public Presence secret(String namespace, String name) {
        return referred.secrets(namespace)
                .map(all -> all.containsKey(name) ? Presence.PRESENT : Presence.ABSENT)
                .orElse(Presence.UNKNOWN);
    }

    private List<Pod> pods(Optional<String> namespace) {
        var all = client.pods();
        return namespace
                .<FilterWatchListDeletable<Pod, ? extends KubernetesResourceList<Pod>, ?>>map(all::inNamespace)
                .orElseGet(all::inAnyNamespace)
                .withLabel(ClusterState.SERVER_LABEL)
                .list()
                .getItems();
    }

    private OperatorState operator(String namespace) {
        var deployment = unlessForbidden(() -> Optional.ofNullable(client.apps()
                .deployments()
                .inNamespace(namespace)
                .withName(OPERATOR)
                .get()));
        var lease = unlessForbidden(() -> Optional.ofNullable(
                client.leases().inNamespace(namespace).withName(OPERATOR).get()));
        var seen = deployment.flatMap(it -> it);
        if (seen.isEmpty() && lease.flatMap(it -> it).isEmpty()) {
            return deployment.isPresent() && lease.isPresent()
                    ? new OperatorState.Absent(namespace)
                    : new OperatorState.Unknown(namespace);
        }
        return new OperatorState.Installed(
                namespace,
                seen.map(it -> it.getMetadata().getLabels()).map(it -> it.get("app.kubernetes.io/version")),
                seen.map(it -> it.getStatus()).map(it -> it.getReadyReplicas() != null && it.getReadyReplicas() > 0),
                lease.map(it -> new OperatorState.Lease(it.flatMap(StatusReader::renewed))));
    }

    private static Optional<Instant> renewed(Lease lease) {
        return Optional.ofNullable(lease.getSpec())
                .filter(it -> it.getHolderIdentity() != null
                        && !it.getHolderIdentity().isEmpty())
                .map(it -> it.getRenewTime())
                .map(it -> it.toInstant());
    }

    private <T extends HasMetadata> List<T> list(Class<T> type, Optional<String> namespace) {
        MixedOperation<T, KubernetesResourceList<T>, Resource<T>> all = client.resources(type);
        var plural = HasMetadata.getFullResourceName(type);
        try {
            return Cluster.allowed("list", plural, namespace, () -> namespace
                            .map(it -> all.inNamespace(it).list())
                            .orElseGet(() -> all.inAnyNamespace().list()))
                    .getItems();
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                missingKinds.add(plural);
                return List.of();
            }
            throw failed;
        }
    }

    /** Empty where the user may not ask. */
    private static <T> Optional<T> unlessForbidden(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
