package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Follows Ready of the servers and tools of a namespace: once reached for a generation, it is to stay. */
final class ReadyHistory implements AutoCloseable {
    private static final String VERSION = "hyperterse.dev/v1alpha1";

    private final Map<String, String> reached = new ConcurrentHashMap<>();
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

    private void note(GenericKubernetesResource object) {
        var name = object.getKind() + " " + object.getMetadata().getName();
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
