package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A kind that routes clients from outside to a server. Neither kind is watched: the Gateway API may be missing, and
 * most installations grant no right to them. So the Service of a server records which of them is in use.
 */
public enum RouteKind {
    HttpRoute(HTTPRoute::new),
    Ingress(io.fabric8.kubernetes.api.model.networking.v1.Ingress::new);

    static final String NOTE = "hyperterse.dev/exposed-by";

    private final Supplier<HasMetadata> empty;

    RouteKind(Supplier<HasMetadata> empty) {
        this.empty = empty;
    }

    /** Nothing but the kind and name of the object that a server may have. */
    public HasMetadata named(WorkloadNames names) {
        var object = empty.get();
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(names.namespace())
                .withName(names.service())
                .build());
        return object;
    }

    /** Which one was made for the server that the Service belongs to. */
    public static Optional<RouteKind> notedOn(Service service) {
        return Optional.ofNullable(service.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(NOTE))
                .flatMap(name ->
                        Stream.of(values()).filter(it -> it.name().equals(name)).findFirst());
    }
}
