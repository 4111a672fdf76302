package dev.hyperterse.operator.read.namespace;

import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.operator.read.kind.KindWatch;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.operator.read.kind.TrimmedStore;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The labels of all namespaces, which grants select by; watched from the moment when they are first asked for. */
public final class NamespaceWatch implements AutoCloseable {
    private final KindWatch<Namespace> namespaces;
    private Optional<CompletableFuture<Void>> read = Optional.empty();

    /** @param labelsChanged is given the name of the namespace */
    public NamespaceWatch(KubernetesClient client, Consumer<String> labelsChanged) {
        this.namespaces = new KindWatch<>(
                Stream.of(client.namespaces()), _ -> List.of(), TrimmedStore::withoutBookkeeping, change -> {
                    if (change.differs(NamespaceWatch::labels)) {
                        labelsChanged.accept(change.object().getMetadata().getName());
                    }
                });
    }

    /** Begins to follow them; nothing happens where it has begun already. */
    public synchronized CompletableFuture<Void> start() {
        if (read.isEmpty()) {
            read = Optional.of(namespaces.start());
        }
        return read.get();
    }

    /** Those of one; empty where it is not known, or not yet. */
    public Optional<Map<String, String>> labels(String namespace) {
        return namespaces.find(namespace).map(NamespaceWatch::labels);
    }

    /** Throws {@link NotReadYet} until they are known: a selector evaluated too early would take tools away. */
    public synchronized Namespaces all() {
        if (!start().isDone()) {
            throw new NotReadYet("the namespaces are still being read");
        }
        return new Namespaces(namespaces.all().stream()
                .collect(Collectors.toMap(it -> it.getMetadata().getName(), NamespaceWatch::labels)));
    }

    private static Map<String, String> labels(Namespace namespace) {
        return Optional.ofNullable(namespace.getMetadata().getLabels()).orElse(Map.of());
    }

    @Override
    public void close() {
        namespaces.close();
    }
}
