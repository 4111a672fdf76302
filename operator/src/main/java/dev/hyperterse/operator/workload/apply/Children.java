package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.kind.KindWatch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Follows the Deployments and Services of servers, found by their label. To follow the other kinds of a plan would take the
 * right to list those of the whole cluster, roles among them. Objects read here are the watch's own: never changed, and
 * possibly older than what the API server holds.
 */
public final class Children implements AutoCloseable {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(Deployment.class, Service.class);

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

    @Override
    public void close() {
        watches.values().forEach(KindWatch::close);
    }
}
