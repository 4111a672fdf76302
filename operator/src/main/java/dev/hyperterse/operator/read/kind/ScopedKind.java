package dev.hyperterse.operator.read.kind;

import dev.hyperterse.operator.model.Scope;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import java.util.List;

/** Addresses one kind within a scope: one request for all namespaces, or one for each of those that are named. */
public final class ScopedKind {
    private static final String NAMESPACE = "metadata.namespace";

    private ScopedKind() {}

    public static <T extends HasMetadata, L extends KubernetesResourceList<T>>
            List<FilterWatchListDeletable<T, L, ?>> in(Scope scope, MixedOperation<T, L, ?> kind) {
        return switch (scope) {
            case Scope.AllNamespaces(var excluded) -> List.of(without(excluded, kind.inAnyNamespace()));
            case Scope.Namespaces(var names) ->
                names.stream()
                        .<FilterWatchListDeletable<T, L, ?>>map(kind::inNamespace)
                        .toList();
        };
    }

    private static <T extends HasMetadata, L extends KubernetesResourceList<T>>
            FilterWatchListDeletable<T, L, ?> without(
                    List<String> excluded, FilterWatchListDeletable<T, L, ?> objects) {
        var left = objects;
        for (var namespace : excluded) {
            left = left.withoutField(NAMESPACE, namespace);
        }
        return left;
    }
}
