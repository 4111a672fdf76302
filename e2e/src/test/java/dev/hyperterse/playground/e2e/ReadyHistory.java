package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Follows Ready of the servers and tools of a namespace: once reached for a generation, it is to stay. */
final class ReadyHistory implements AutoCloseable {
    private static final String VERSION = "hyperterse.dev/v1alpha1";

    private static final String TOOL = "Tool ";
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Map<String, String> reached = new ConcurrentHashMap<>();
    private final Map<String, Set<Object>> statuses = new ConcurrentHashMap<>();
    private final Queue<String> lost = new ConcurrentLinkedQueue<>();
    private final List<SharedIndexInformer<GenericKubernetesResource>> informers;

    private ReadyHistory(Playground playground, String namespace) {
        this.informers = List.of("HyperterseServer", "Tool").stream()
                .map(kind -> playground
                        .client()
                        .genericKubernetesResources(VERSION, kind)
                        .inNamespace(namespace)
                        .inform(new Noting()))
                .toList();
    }

    static ReadyHistory of(Gateway gateway) {
        return new ReadyHistory(gateway.playground(), gateway.namespace());
    }

    /** What was ready and then was not, without having been edited. */
    List<String> lost() {
        return List.copyOf(lost);
    }

    /** Tools whose status has been written more often than that, and what was written. */
    Map<String, Set<Object>> toolsWrittenMoreThan(int times) {
        return statuses.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(TOOL) && entry.getValue().size() > times)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Waits until that many tools were Ready at some time; costs the API server nothing. */
    void awaitReadyTools(int count, Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (readyTools() < count) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("only " + readyTools() + " of " + count + " tools were ever Ready");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private long readyTools() {
        return reached.keySet().stream().filter(name -> name.startsWith(TOOL)).count();
    }

    private void note(GenericKubernetesResource object) {
        var name = object.getKind() + " " + object.getMetadata().getName();
        var status = object.getAdditionalProperties().get("status");
        if (status != null) {
            statuses.computeIfAbsent(name, _ -> ConcurrentHashMap.newKeySet()).add(status);
        }
        List<Map<String, Object>> conditions = object.get("status", "conditions");
        if (conditions == null) {
            return;
        }
        for (var condition : conditions) {
            if ("Ready".equals(condition.get("type"))) {
                var generation = object.getMetadata().getUid() + "/" + condition.get("observedGeneration");
                if ("True".equals(condition.get("status"))) {
                    reached.put(name, generation);
                } else if (generation.equals(reached.get(name))) {
                    lost.add(name + ": " + condition);
                }
            }
        }
    }

    private final class Noting implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onAdd(GenericKubernetesResource object) {
            note(object);
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {
            note(object);
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean missed) {
            // Another one of that name has another uid.
        }
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::close);
    }
}
