package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Workload;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Makes what runs for a server what its spec says, and says what became of it. Writes no status. */
final class WorkloadReconciler implements Reconciler<HyperterseServer> {
    /** Objects of others are not followed; what refuses is asked again. */
    private static final Duration AFTER_A_PROBLEM = Duration.ofSeconds(10);

    private static final Duration AFTER_A_CONFLICT = Duration.ofSeconds(1);

    /** How often a server asks whether it may follow a new version of the operator. */
    private static final Duration UNTIL_ITS_TURN = Duration.ofSeconds(5);

    private final WorkloadSettings settings;
    private final WorkloadListener listener;
    private final ChildWriter writer;
    private final ReplicaHandover handover;
    private final TendedKeys keys;
    private final UpgradeTurns turns;
    private final Map<ServerKey, WorkloadState> told = new ConcurrentHashMap<>();
    private Children children;
    private volatile boolean writes = true;

    WorkloadReconciler(
            KubernetesClient client, WorkloadSettings settings, WorkloadListener listener, InstantSource clock) {
        this.settings = settings;
        this.listener = listener;
        this.writer = new ChildWriter(client);
        this.handover = new ReplicaHandover(client);
        this.keys = new TendedKeys(new SessionKeyring(client, clock), clock);
        this.turns = new UpgradeTurns(clock);
    }

    @Override
    public List<EventSource<?, HyperterseServer>> prepareEventSources(EventSourceContext<HyperterseServer> context) {
        children = new Children(context);
        return children.eventSources();
    }

    void writeNoMore() {
        writes = false;
    }

    @Override
    public UpdateControl<HyperterseServer> reconcile(HyperterseServer server, Context<HyperterseServer> context) {
        var names = WorkloadNames.of(server);
        if (!writes) {
            return UpdateControl.noUpdate();
        }
        if (context.isPrimaryResourceDeleted()) {
            told.remove(new ServerKey(names.namespace(), names.server()));
            turns.end(new ServerKey(names.namespace(), names.server()));
            writer.forget(names);
            keys.forget(names);
            return UpdateControl.noUpdate();
        }
        // What it owns goes after it, and must not come back in the meantime.
        return server.getMetadata().getDeletionTimestamp() == null ? round(server, names) : UpdateControl.noUpdate();
    }

    /** The SDK tries it again; until then the status says so. */
    @Override
    public ErrorStatusUpdateControl<HyperterseServer> updateErrorStatus(
            HyperterseServer server, Context<HyperterseServer> context, Exception failure) {
        failed(server, failure);
        return ErrorStatusUpdateControl.defaultErrorProcessing();
    }

    void failed(HyperterseServer server, Exception failure) {
        var key = new ServerKey(
                server.getMetadata().getNamespace(), server.getMetadata().getName());
        var last = told.getOrDefault(key, WorkloadState.UNKNOWN);
        listener.changed(key, last.failed(server.getMetadata().getGeneration(), FailedWorkload.of(failure)));
    }

    private UpdateControl<HyperterseServer> round(HyperterseServer server, WorkloadNames names) {
        var standing = children.find(Deployment.class, names.namespace(), names.runtime())
                .filter(it -> Ownership.holds(server, it));
        var key = new ServerKey(names.namespace(), names.server());
        var pods = children.pods(key);
        var wish = WorkloadPlan.of(
                server,
                settings,
                standing.map(StandingDeployment::new),
                RunningAccounts.of(pods, server.getMetadata().getUid()));
        var waits = wish.onlyUpgrades() && !turns.given(key);
        var plan = waits ? wish.waiting() : wish;
        var letGo = standing.filter(_ -> plan.leavesReplicasAlone()).filter(ReplicaHandover::due);
        if (letGo.isPresent()) {
            handover.handOver(letGo.get());
            return again(AFTER_A_CONFLICT);
        }
        var problems = new ArrayList<>(OverrideRules.broken(workload(server), settings.image()));
        keys.tend(server).forEach(problems::add);
        problems.addAll(ExposureRules.broken(server));
        var applied = apply(server, plan);
        problems.addAll(applied.problems());
        var state = state(server, plan, problems, applied.deployment(), standing, pods);
        told.put(key, state);
        listener.changed(key, state);
        if (state.rollout() != Rollout.InProgress && state.rollout() != Rollout.Unobserved) {
            turns.end(key);
        }
        if (applied.unsettled()) {
            return again(AFTER_A_CONFLICT);
        }
        if (waits) {
            return again(UNTIL_ITS_TURN);
        }
        return again(problems.isEmpty() && !applied.awaitsAnswer() ? keys.untilNext(server) : AFTER_A_PROBLEM);
    }

    private AppliedPlan apply(HyperterseServer server, WorkloadPlan plan) {
        var outcomes = new ArrayList<ChildOutcome>();
        var unremoved = removedRoute(server, plan);
        unremoved.ifPresent(outcomes::add);
        var deployment = Optional.<ChildOutcome>empty();
        var wanted = plan.objects();
        for (var object : wanted) {
            // The Service notes what is still to be removed.
            if (!(object instanceof Service && unremoved.isPresent())) {
                var outcome = writer.write(server, object, children.find(object));
                outcomes.add(outcome);
                deployment = object instanceof Deployment ? Optional.of(outcome) : deployment;
            }
        }
        var kept = wanted.stream().map(ChildKey::of).collect(Collectors.toSet());
        children
                .of(new ServerKey(
                        server.getMetadata().getNamespace(),
                        server.getMetadata().getName()))
                .stream()
                .filter(it -> Ownership.madeFor(server, it) && !kept.contains(ChildKey.of(it)))
                .forEach(writer::delete);
        return new AppliedPlan(outcomes, deployment.orElseThrow());
    }

    /** Removes the route that is not asked for any more; empty when there is none left. */
    private Optional<ChildOutcome> removedRoute(HyperterseServer server, WorkloadPlan plan) {
        var names = WorkloadNames.of(server);
        return children.find(Service.class, names.namespace(), names.service())
                .filter(it -> Ownership.madeFor(server, it))
                .flatMap(RouteKind::notedOn)
                .filter(kind -> !plan.routeKind().equals(Optional.of(kind)))
                .flatMap(kind -> writer.remove(server, kind.named(names)));
    }

    private static WorkloadState state(
            HyperterseServer server,
            WorkloadPlan plan,
            List<Problem> problems,
            ChildOutcome outcome,
            Optional<Deployment> found,
            List<Pod> pods) {
        // A refused write changes nothing: the Deployment found before it may be the one that was to be written.
        var deployment = outcome instanceof ChildOutcome.Stands(Deployment written)
                ? Optional.of(written)
                : found.filter(plan::asksForTheTemplateOf);
        var status = deployment.map(Deployment::getStatus);
        var rollout = deployment
                .map(it -> Rollout.of(it, plan.replicasAskedFor()))
                .orElse(outcome instanceof ChildOutcome.Refused ? Rollout.Refused : Rollout.Unobserved);
        return new WorkloadState(
                server.getMetadata().getGeneration(),
                problems,
                rollout,
                deployment.flatMap(it -> Obstacles.first(it, rollout, pods)),
                status.map(DeploymentStatus::getReplicas).orElse(0),
                status.map(DeploymentStatus::getReadyReplicas).orElse(0),
                RunningVersions.of(pods),
                plan.pendingUpgrade());
    }

    private static Workload workload(HyperterseServer server) {
        return server.getSpec().workload().orElse(Workload.NOTHING_SET);
    }

    private static UpdateControl<HyperterseServer> again(Duration after) {
        return UpdateControl.<HyperterseServer>noUpdate().rescheduleAfter(after);
    }
}
