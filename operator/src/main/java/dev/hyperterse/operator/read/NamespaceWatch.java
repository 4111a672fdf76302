package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.Namespaces;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The labels of all namespaces, watched. */
final class NamespaceWatch implements NamespaceLabels {
    private final KubernetesClient client;
    private final Runnable labelsChanged;
    private Optional<SharedIndexInformer<Namespace>> informer = Optional.empty();

    NamespaceWatch(KubernetesClient client, Runnable labelsChanged) {
        this.client = client;
        this.labelsChanged = labelsChanged;
    }

    @Override
    public Namespaces all() {
        var labels = new HashMap<String, Map<String, String>>();
        for (var namespace : following().getIndexer().list()) {
            labels.put(namespace.getMetadata().getName(), labels(namespace));
        }
        return new Namespaces(labels);
    }

    private synchronized SharedIndexInformer<Namespace> following() {
        if (informer.isEmpty()) {
            var started = client.namespaces().withLimit(Subscription.PAGE).runnableInformer(0);
            informer = Optional.of(started);
            Subscription.start(started, TrimmedStore::withoutBookkeeping, this::changed);
        }
        if (!informer.get().hasSynced()) {
            throw new NotReadYet("the namespaces are still being read");
        }
        return informer.get();
    }

    private void changed(Optional<Namespace> before, Optional<Namespace> after) {
        if (!Objects.equals(before.map(NamespaceWatch::labels), after.map(NamespaceWatch::labels))) {
            labelsChanged.run();
        }
    }

    private static Map<String, String> labels(Namespace namespace) {
        return Optional.ofNullable(namespace.getMetadata().getLabels()).orElse(Map.of());
    }

    @Override
    public synchronized void close() {
        informer.ifPresent(SharedIndexInformer::stop);
    }
}
