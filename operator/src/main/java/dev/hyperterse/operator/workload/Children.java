package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows everything that belongs to servers, found by its label. Objects read here are the watch's own: never changed,
 * and possibly older than what the API server holds.
 */
final class Children {
    /** What a plan may contain, the last to be made first: the order in which what is not wanted any more is deleted. */
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            PodDisruptionBudget.class,
            HorizontalPodAutoscaler.class,
            Deployment.class,
            NetworkPolicy.class,
            Service.class,
            RoleBinding.class,
            Role.class,
            ServiceAccount.class);

    private static final String BY_SERVER = "server";

    private final Map<Class<? extends HasMetadata>, InformerEventSource<? extends HasMetadata, HyperterseServer>>
            sources = new LinkedHashMap<>();
    private final WatchedPods pods;

    Children(EventSourceContext<HyperterseServer> context, WatchedPods pods) {
        KINDS.forEach(kind -> sources.put(kind, source(kind, context)));
        this.pods = pods;
    }

    List<EventSource<?, HyperterseServer>> eventSources() {
        var all = new ArrayList<EventSource<?, HyperterseServer>>(sources.values());
        all.add(new PodEvents(pods));
        return all;
    }

    /** The object of that kind and name, if its kind is followed, it carries the label and the watch has seen it. */
    <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return Optional.ofNullable(sources.get(kind))
                .flatMap(source -> source.get(new ResourceID(name, namespace)))
                .map(kind::cast);
    }

    /** The object as it was seen last, of the kind and name of one that is wanted. */
    Optional<? extends HasMetadata> find(HasMetadata wanted) {
        var metadata = wanted.getMetadata();
        return find(wanted.getClass(), metadata.getNamespace(), metadata.getName());
    }

    /** What belongs to a server, the last to be made first. */
    List<HasMetadata> of(ServerKey server) {
        return sources.values().stream()
                .flatMap(source -> source.byIndex(BY_SERVER, server.toString()).stream())
                .map(HasMetadata.class::cast)
                .toList();
    }

    List<Pod> pods(ServerKey server) {
        return pods.labelled(server);
    }

    private static <T extends HasMetadata> InformerEventSource<T, HyperterseServer> source(
            Class<T> kind, EventSourceContext<HyperterseServer> context) {
        var source = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(kind, HyperterseServer.class)
                        .withName(kind.getSimpleName())
                        .withLabelSelector(WorkloadNames.SERVER_LABEL)
                        .withNamespacesInheritedFromController()
                        .withInformerListLimit(WorkloadController.PAGE)
                        .withSecondaryToPrimaryMapper(object -> Set.of(new ResourceID(
                                server(object).name(), object.getMetadata().getNamespace())))
                        // Its own index would be one more: it is asked for with the one below.
                        .withPrimaryToSecondaryMapper((HyperterseServer _) -> Set.of())
                        .build(),
                context);
        source.addIndexers(Map.of(BY_SERVER, object -> List.of(server(object).toString())));
        return source;
    }

    private static ServerKey server(HasMetadata object) {
        var metadata = object.getMetadata();
        return new ServerKey(metadata.getNamespace(), metadata.getLabels().get(WorkloadNames.SERVER_LABEL));
    }
}
