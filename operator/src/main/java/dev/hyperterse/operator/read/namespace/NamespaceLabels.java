package dev.hyperterse.operator.read.namespace;

import dev.hyperterse.compiler.resolve.Namespaces;
import dev.hyperterse.operator.model.Scope;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/** The labels of namespaces, which grants select by; read from the moment when they are first asked for. */
public interface NamespaceLabels extends AutoCloseable {
    /** How often they are read where they cannot be watched. */
    Duration PACE = Duration.ofSeconds(10);

    static NamespaceLabels in(Scope scope, KubernetesClient client, Runnable labelsChanged) {
        return switch (scope) {
            case Scope.AllNamespaces _ -> new NamespaceWatch(client, labelsChanged);
            case Scope.Namespaces(var names) -> new NamespacePoll(names, client, PACE, labelsChanged);
        };
    }

    /** Throws {@link NotReadYet} until they are known: a selector evaluated too early would take tools away. */
    Namespaces all();

    @Override
    void close();
}
