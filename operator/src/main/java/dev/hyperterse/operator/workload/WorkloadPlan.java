package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Limits;
import dev.hyperterse.crds.v1alpha1.Workload;
import dev.hyperterse.operator.compile.server.Measures;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
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
 * specs give equal objects, so that whoever applies them can compare digests instead of what the API server made of
 * them.
 */
public final class WorkloadPlan {
    private static final long DEFAULT_CALL_TIMEOUT_SECONDS = 30;

    private final HyperterseServer server;
    private final WorkloadNames names;
    private final WorkloadSettings settings;
    private final Optional<StandingDeployment> standing;
    private final Set<String> runningAccounts;
    private final Workload workload;
    private final ReplicaBounds replicas;
    private final Reach reach;
    private final Optional<PublicRoute> route;
    private final boolean waits;
    private final RuntimeImage image;

    private WorkloadPlan(
            HyperterseServer server,
            WorkloadSettings settings,
            Optional<StandingDeployment> standing,
            Set<String> runningAccounts,
            boolean waits) {
        this.server = server;
        this.names = WorkloadNames.of(server);
        this.settings = settings;
        this.standing = standing;
        this.runningAccounts = Set.copyOf(runningAccounts);
        this.workload = server.getSpec().workload().orElse(Workload.NOTHING_SET);
        this.replicas = new ReplicaBounds(names, workload);
        this.reach = new Reach(names, workload);
        this.route = PublicRoute.of(server);
        this.waits = waits;
        this.image = image();
    }

    /**
     * @param standing the Deployment as it is now: what a server with manual upgrades keeps
     * @param runningAccounts the ServiceAccounts of its pods, which keep their rights for as long as a pod has them
     */
    static WorkloadPlan of(
            HyperterseServer server,
            WorkloadSettings settings,
            Optional<StandingDeployment> standing,
            Set<String> runningAccounts) {
        return new WorkloadPlan(server, settings, standing, runningAccounts, false);
    }

    /** The same with the pods as they are: another server follows the new version of the operator first. */
    WorkloadPlan waiting() {
        return new WorkloadPlan(server, settings, standing, runningAccounts, true);
    }

    public List<HasMetadata> objects() {
        var objects = new ArrayList<HasMetadata>();
        var accounts = new TreeSet<>(runningAccounts);
        accounts.add(serviceAccount());
        if (accounts.contains(names.runtime())) {
            objects.add(RuntimeAccess.serviceAccount(metadata(names.runtime())));
        }
        objects.add(RuntimeAccess.role(names, metadata(names.runtime())));
        objects.add(RuntimeAccess.binding(names, metadata(names.runtime()), accounts));
        objects.add(service());
        reach.policy(metadata(names.runtime()), settings.operatorNamespace()).ifPresent(objects::add);
        objects.add(deployment());
        route.filter(_ -> ExposureRules.broken(server).isEmpty())
                .map(it -> it.object(metadata(names.service())))
                .ifPresent(objects::add);
        replicas.autoscaler(metadata(names.runtime())).ifPresent(objects::add);
        replicas.disruptionBudget(metadata(names.runtime()), standing.flatMap(StandingDeployment::replicas))
                .ifPresent(objects::add);
        return List.copyOf(objects);
    }

    /** What leads clients from outside to it, whether it can be written or not. */
    Optional<RouteKind> routeKind() {
        return route.map(PublicRoute::kind);
    }

    /** Whether somebody else sets the number of replicas. */
    boolean leavesReplicasAlone() {
        return replicas.given().isEmpty();
    }

    /** By the spec; where another controller scales them, one has to run. */
    int replicasAskedFor() {
        return replicas.given().orElse(1);
    }

    /** Whether its pods are those that are asked for: by the spec, and by this operator's runtime. */
    boolean asksForTheTemplateOf(Deployment found) {
        var before = new StandingDeployment(found);
        return before.writtenAs().equals(Optional.of(writtenAs()))
                && before.image(settings.image()).equals(Optional.of(image))
                && before.madeFor(server.getMetadata().getUid());
    }

    /** Whether pods go on as they are when only the operator changed. */
    boolean keepsPods() {
        return workload.upgrade().filter(Workload.Upgrade.Manual::equals).isPresent();
    }

    /** Whether pods would be replaced for no other reason than a new version of the operator. */
    boolean onlyUpgrades() {
        return standing.filter(this::asWritten)
                .flatMap(it -> it.image(settings.image()))
                .filter(it -> !it.image().equals(image.image()))
                .isPresent();
    }

    Optional<PendingUpgrade> pendingUpgrade() {
        return kept().flatMap(it -> it.image(settings.image()))
                .filter(_ -> !imageIsGiven())
                .filter(it -> !it.image().equals(settings.image().image()))
                .map(it -> new PendingUpgrade(it.image(), settings.image().image(), keepsPods()));
    }

    private boolean asWritten(StandingDeployment found) {
        return found.writtenAs().equals(Optional.of(writtenAs()))
                && found.madeFor(server.getMetadata().getUid());
    }

    private boolean imageIsGiven() {
        return workload.image().isPresent() && settings.image().overridable();
    }

    private Service service() {
        var metadata = metadata(names.service());
        routeKind().ifPresent(kind -> metadata.getAnnotations().put(RouteKind.NOTE, kind.name()));
        return reach.service(metadata);
    }

    private Deployment deployment() {
        var metadata = metadata(names.runtime());
        metadata.getAnnotations().put(StandingDeployment.WRITTEN_AS, writtenAs());
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
                .withTemplate(template())
                .endSpec()
                .build();
    }

    private PodTemplateSpec template() {
        return kept().filter(this::asWritten)
                .map(StandingDeployment::template)
                .orElseGet(() -> new PodTemplateSpecBuilder()
                        .withMetadata(podMetadata())
                        .withSpec(new RuntimePod(names, image.image(), serviceAccount(), workload, callTimeoutSeconds())
                                .spec())
                        .build());
    }

    /** What its author wrote about the pods; everything else about them is this operator's. */
    private String writtenAs() {
        return TemplateInputs.digest(workload, callTimeoutSeconds());
    }

    private Optional<StandingDeployment> kept() {
        return standing.filter(_ -> waits || keepsPods());
    }

    private RuntimeImage image() {
        var ours = settings.image();
        return workload.image()
                .filter(_ -> ours.overridable())
                .map(given -> new RuntimeImage(given, ours.version(), true))
                .or(() -> kept().flatMap(it -> it.image(ours)))
                .orElse(ours);
    }

    private Optional<String> ownServiceAccount() {
        return workload.serviceAccountName().filter(_ -> settings.image().overridable());
    }

    private String serviceAccount() {
        return ownServiceAccount().orElseGet(names::runtime);
    }

    private long callTimeoutSeconds() {
        return server.getSpec()
                .limits()
                .flatMap(Limits::callTimeout)
                .flatMap(Measures::millis)
                .map(millis -> Math.ceilDiv(millis, 1_000L))
                .orElse(DEFAULT_CALL_TIMEOUT_SECONDS);
    }

    private ObjectMeta podMetadata() {
        var labels = new TreeMap<>(workload.labels());
        labels.putAll(names.labels(image.version()));
        var annotations = new TreeMap<>(workload.annotations());
        annotations.put(WorkloadNames.SERVER_UID, server.getMetadata().getUid());
        return new ObjectMetaBuilder()
                .withLabels(labels)
                .withAnnotations(annotations)
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
