package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The objects that run a server, in the order in which they are applied: rights before the pods that need them. Equal
 * specs give equal objects, so that digests can be compared instead of what the API server made of
 * them.
 */
public final class WorkloadPlan {
    private final HyperterseServer server;
    private final WorkloadNames names;
    private final WorkloadSettings settings;
    private final Optional<Deployment> current;
    private final Set<String> usedServiceAccounts;
    private final ReplicaBounds replicas;
    private final NetworkExposure network;
    private final Optional<PublicRoute> route;
    private final PodTemplate pods;

    private WorkloadPlan(
            HyperterseServer server,
            WorkloadSettings settings,
            Optional<Deployment> current,
            Set<String> usedServiceAccounts,
            boolean waits) {
        var workload = server.getSpec().workload().orElse(Workload.NOTHING_SET);
        this.server = server;
        this.names = WorkloadNames.of(server);
        this.settings = settings;
        this.current = current;
        this.usedServiceAccounts = Set.copyOf(usedServiceAccounts);
        this.replicas = new ReplicaBounds(names, workload);
        this.network = new NetworkExposure(names, workload);
        this.route = PublicRoute.of(server);
        this.pods = new PodTemplate(server, settings, current, waits);
    }

    /**
     * @param current the Deployment as it is now: what a server keeps whose upgrade waits
     * @param usedServiceAccounts those of its pods, which keep their rights for as long as a pod has them
     */
    public static WorkloadPlan of(
            HyperterseServer server,
            WorkloadSettings settings,
            Optional<Deployment> current,
            Set<String> usedServiceAccounts) {
        return new WorkloadPlan(server, settings, current, usedServiceAccounts, false);
    }

    /** The same with the pods as they are: another server follows the new version of the operator first. */
    public WorkloadPlan waiting() {
        return new WorkloadPlan(server, settings, current, usedServiceAccounts, true);
    }

    public List<HasMetadata> objects() {
        var objects = new ArrayList<HasMetadata>();
        var accounts = new TreeSet<>(usedServiceAccounts);
        accounts.add(pods.serviceAccount());
        if (accounts.contains(names.runtime())) {
            objects.add(RuntimeAccess.serviceAccount(metadata(names.runtime())));
        }
        objects.add(RuntimeAccess.role(names, metadata(names.runtime())));
        objects.add(RuntimeAccess.binding(names, metadata(names.runtime()), accounts));
        objects.add(service());
        network.policy(metadata(names.runtime()), settings.operatorNamespace()).ifPresent(objects::add);
        objects.add(deployment());
        route.filter(_ -> WorkloadRules.brokenExposure(server).isEmpty())
                .map(it -> it.object(metadata(names.service())))
                .ifPresent(objects::add);
        replicas.autoscaler(metadata(names.runtime())).ifPresent(objects::add);
        replicas.disruptionBudget(metadata(names.runtime()), current.map(it -> it.getSpec()
                        .getReplicas()))
                .ifPresent(objects::add);
        return List.copyOf(objects);
    }

    public PodTemplate pods() {
        return pods;
    }

    /** The kind of route from outside, whether it can be written or not. */
    public Optional<RouteKind> routeKind() {
        return route.map(PublicRoute::kind);
    }

    /** Whether another writer sets the number of replicas. */
    public boolean leavesReplicasAlone() {
        return replicas.given().isEmpty();
    }

    /** By the spec; where another controller scales them, one has to run. */
    public int replicasAskedFor() {
        return replicas.given().orElse(1);
    }

    private Service service() {
        var metadata = metadata(names.service());
        routeKind().ifPresent(kind -> metadata.getAnnotations().put(RouteKind.NOTE, kind.name()));
        return network.service(metadata);
    }

    private Deployment deployment() {
        var metadata = metadata(names.runtime());
        metadata.getAnnotations().put(PodTemplate.WRITTEN_AS, pods.writtenAs());
        return new DeploymentBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withReplicas(replicas.given().orElse(null))
                .withRevisionHistoryLimit(3)
                .withNewSelector()
                .withMatchLabels(names.selector())
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withTemplate(pods.spec())
                .endSpec()
                .build();
    }

    private ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withNamespace(names.namespace())
                .withName(name)
                .withLabels(names.labels(settings.image().version()))
                .withAnnotations(new TreeMap<>())
                .withOwnerReferences(Ownership.of(server))
                .build();
    }
}
