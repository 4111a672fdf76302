package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.kind.KindWatch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Follows everything that belongs to servers, found by its label. Objects read here are the watch's own: never changed,
 * and possibly older than what the API server holds.
 */
public final class Children implements AutoCloseable {
    /** The kinds of a plan, in the order in which objects are deleted: the reverse of their creation. */
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            PodDisruptionBudget.class,
            HorizontalPodAutoscaler.class,
            Deployment.class,
            NetworkPolicy.class,
            Service.class,
            RoleBinding.class,
            Role.class,
            ServiceAccount.class);

    private final Map<Class<? extends HasMetadata>, KindWatch<? extends HasMetadata>> watches = new LinkedHashMap<>();

    /** @param changed is given the server of each object that changes */
    public Children(KubernetesClient client, Scope scope, Consumer<ServerKey> changed) {
        KINDS.forEach(kind -> watches.put(kind, watch(client, scope, kind, changed)));
    }

    private static <T extends HasMetadata> KindWatch<T> watch(
            KubernetesClient client, Scope scope, Class<T> kind, Consumer<ServerKey> changed) {
        return KindWatch.labelled(client, scope, kind, UnaryOperator.identity(), change -> change.labelledServers()
                .forEach(changed));
    }

    /** Completes when everything that exists has been read. */
    public CompletableFuture<Void> start() {
        return CompletableFuture.allOf(
                watches.values().stream().map(KindWatch::start).toArray(CompletableFuture[]::new));
    }

    /** The object of that kind and name, if its kind is followed, it carries the label and the watch has seen it. */
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return Optional.ofNullable(watches.get(kind))
                .flatMap(watch -> watch.find(namespace, name))
                .map(kind::cast);
    }

    /** The last observed object with the kind and name of a planned one. */
    public Optional<? extends HasMetadata> find(HasMetadata wanted) {
        var metadata = wanted.getMetadata();
        return find(wanted.getClass(), metadata.getNamespace(), metadata.getName());
    }

    /** The objects of a server, the last to be made first. */
    List<HasMetadata> of(ServerKey server) {
        return watches.values().stream()
                .<HasMetadata>flatMap(watch -> watch.of(server).stream())
                .toList();
    }

    @Override
    public void close() {
        watches.values().forEach(KindWatch::close);
    }
}
