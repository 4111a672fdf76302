package dev.hyperterse.operator.read.namespace;

import dev.hyperterse.compiler.resolve.Namespaces;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The labels of a few namespaces, read again and again: a Role can allow to get its own namespace, but neither to list nor
 * to watch namespaces. Labels that cannot be read stay as they were.
 */
final class NamespacePoll implements NamespaceLabels {
    /** While some have never been read, and servers wait for them. */
    private static final Duration UNREAD_PACE = Duration.ofSeconds(1);

    private final List<String> names;
    private final KubernetesClient client;
    private final Duration pace;
    private final Runnable labelsChanged;
    private final Map<String, Map<String, String>> known = new HashMap<>();
    private Optional<Thread> thread = Optional.empty();

    NamespacePoll(List<String> names, KubernetesClient client, Duration pace, Runnable labelsChanged) {
        this.names = List.copyOf(names);
        this.client = client;
        this.pace = pace;
        this.labelsChanged = labelsChanged;
    }

    @Override
    public synchronized Namespaces all() {
        if (thread.isEmpty()) {
            thread = Optional.of(Thread.ofVirtual().name("namespaces").start(this::follow));
        }
        if (!isComplete()) {
            throw new NotReadYet("the labels of namespaces are still being read");
        }
        return new Namespaces(known);
    }

    private synchronized boolean isComplete() {
        return known.keySet().containsAll(names);
    }

    private void follow() {
        try {
            while (true) {
                BackgroundTurn.run("namespaces", this::look);
                Thread.sleep(isComplete() || pace.compareTo(UNREAD_PACE) < 0 ? pace : UNREAD_PACE);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        var changed = names.stream().filter(this::changed).toList();
        if (!changed.isEmpty() && isComplete()) {
            labelsChanged.run();
        }
    }

    private boolean changed(String name) {
        try {
            var now = Optional.ofNullable(client.namespaces().withName(name).get())
                    .flatMap(it -> Optional.ofNullable(it.getMetadata().getLabels()))
                    .orElse(Map.of());
            synchronized (this) {
                return !now.equals(known.put(name, now));
            }
        } catch (KubernetesClientException unreadable) {
            // The namespace is being deleted, or the API server is away; both are logged elsewhere.
            return false;
        }
    }

    @Override
    public synchronized void close() {
        thread.ifPresent(Thread::interrupt);
    }
}
