package dev.hyperterse.operator.workload;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.workload.apply.ApiFailure;
import dev.hyperterse.operator.workload.apply.ChildApplier;
import dev.hyperterse.operator.workload.apply.ChildWriter;
import dev.hyperterse.operator.workload.apply.Children;
import dev.hyperterse.operator.workload.apply.ReplicaHandover;
import dev.hyperterse.operator.workload.apply.SessionSeeds;
import dev.hyperterse.operator.workload.manifest.WorkloadPlan;
import dev.hyperterse.operator.workload.manifest.WorkloadRules;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import dev.hyperterse.operator.workload.pod.NotReadyReason;
import dev.hyperterse.operator.workload.pod.ServerPods;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Reconciles the workload of a server with its spec, and reports the result. Writes no status. */
final class WorkloadReconciler {
    /** Objects of others are not followed; what refuses is asked again. */
    private static final Duration AFTER_A_PROBLEM = Duration.ofSeconds(10);

    private static final Duration AFTER_A_CONFLICT = Duration.ofSeconds(1);

    /** How often a server asks whether it may follow a new version of the operator. */
    private static final Duration UNTIL_ITS_TURN = Duration.ofSeconds(5);

    private final WorkloadSettings settings;
    private final ClusterView view;
    private final Children children;
    private final BiConsumer<ServerKey, WorkloadState> changed;
    private final ReplicaHandover handover;
    private final ChildApplier applier;
    private final UpgradeTurns turns;
    private final Map<ServerKey, WorkloadState> states = new ConcurrentHashMap<>();

    WorkloadReconciler(
            KubernetesClient client,
            WorkloadSettings settings,
            ClusterView view,
            Children children,
            BiConsumer<ServerKey, WorkloadState> changed,
            InstantSource clock) {
        this.settings = settings;
        this.view = view;
        this.children = children;
        this.changed = changed;
        this.handover = new ReplicaHandover(client);
        this.applier = new ChildApplier(children, new ChildWriter(client), new SessionSeeds(client), clock);
        this.turns = new UpgradeTurns(clock);
    }

    /** When it is to be looked at again, if nothing changes until then. */
    Optional<Duration> reconcile(HyperterseServer server) {
        // Its objects go after it, and must not come back in the meantime.
        if (server.getMetadata().getDeletionTimestamp() != null) {
            return Optional.empty();
        }
        try {
            return Optional.of(apply(server));
        } catch (RuntimeException | Error failed) {
            failed(server, failed);
            throw failed;
        }
    }

    /** It is tried again; until then the status says so. */
    void failed(HyperterseServer server, Throwable failure) {
        var problem = Reason.WorkloadFailed.problem(
                "spec.workload",
                "workload-is-applied",
                "the objects of the server could not be brought up to date: " + ApiFailure.describe(failure),
                "it is tried again; the operator's log has more");
        var last = states.getOrDefault(ServerKey.of(server), WorkloadState.UNKNOWN);
        changed.accept(ServerKey.of(server), last.failed(server.getMetadata().getGeneration(), problem));
    }

    /** The server does not exist any more. */
    void forget(ServerKey server) {
        states.remove(server);
        turns.end(server);
        applier.forget(WorkloadNames.of(server));
    }

    private Duration apply(HyperterseServer server) {
        var key = ServerKey.of(server);
        var current = children.find(
                        Deployment.class,
                        key.namespace(),
                        WorkloadNames.of(server).runtime())
                .filter(it -> Ownership.holds(server, it));
        var pods = view.labelled(key);
        var wanted = WorkloadPlan.of(
                server,
                settings,
                current,
                ServerPods.serviceAccounts(pods, server.getMetadata().getUid()));
        var waits = wanted.pods().onlyUpgrades() && !turns.given(key);
        var plan = waits ? wanted.waiting() : wanted;
        var handedOver = current.filter(_ -> plan.leavesReplicasAlone()).filter(ReplicaHandover::due);
        if (handedOver.isPresent()) {
            handover.handOver(handedOver.get());
            return AFTER_A_CONFLICT;
        }
        var problems = new ArrayList<>(WorkloadRules.brokenOverrides(
                server.getSpec().workload().orElse(Workload.NOTHING_SET), settings.image()));
        problems.addAll(plan.pods().problems());
        problems.addAll(WorkloadRules.brokenExposure(server));
        var applied = applier.apply(server, plan);
        problems.addAll(applied.problems());
        var state = state(server, plan, problems, applied.deployment(), current, pods);
        states.put(key, state);
        changed.accept(key, state);
        if (state.rollout() != Rollout.InProgress && state.rollout() != Rollout.Unobserved) {
            turns.end(key);
        }
        if (applied.outcomes().stream().anyMatch(ChildOutcome.Conflict.class::isInstance)) {
            return AFTER_A_CONFLICT;
        }
        if (waits) {
            return UNTIL_ITS_TURN;
        }
        return problems.isEmpty() && !applied.awaitsAnswer() ? applier.untilInspection(server) : AFTER_A_PROBLEM;
    }

    private static WorkloadState state(
            HyperterseServer server,
            WorkloadPlan plan,
            List<Problem> problems,
            ChildOutcome outcome,
            Optional<Deployment> current,
            List<Pod> pods) {
        // A refused write changes nothing, so the Deployment that was read before it may already be the desired one.
        var deployment = outcome instanceof ChildOutcome.Applied(Deployment written)
                ? Optional.of(written)
                : current.filter(plan.pods()::isOf);
        var rollout = deployment
                .map(it -> Rollout.of(it, plan.replicasAskedFor()))
                .orElse(outcome instanceof ChildOutcome.Refused ? Rollout.Refused : Rollout.Unobserved);
        return new WorkloadState(
                server.getMetadata().getGeneration(),
                problems,
                rollout,
                deployment.flatMap(it -> NotReadyReason.of(it, rollout, pods)),
                ServerPods.versions(pods),
                plan.pods().pendingUpgrade());
    }
}
