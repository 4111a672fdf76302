package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.manifest.RouteKind;
import dev.hyperterse.operator.workload.manifest.WorkloadPlan;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies the objects of a plan one by one, so that none keeps the others from being applied, and prunes the rest. */
public final class ChildApplier {
    /** How often objects are read that are not followed. */
    public static final Duration BETWEEN_INSPECTIONS = Duration.ofMinutes(5);

    /** Kinds that a server may stop to ask for. */
    private static final List<Supplier<HasMetadata>> OPTIONAL =
            List.of(PodDisruptionBudget::new, HorizontalPodAutoscaler::new, NetworkPolicy::new, ServiceAccount::new);

    private final Children children;
    private final ChildWriter writer;
    private final SessionSeeds seeds;
    private final InstantSource clock;
    private final Map<WorkloadNames, Inspection> inspections = new ConcurrentHashMap<>();

    public ChildApplier(Children children, ChildWriter writer, SessionSeeds seeds, InstantSource clock) {
        this.children = children;
        this.writer = writer;
        this.seeds = seeds;
        this.clock = clock;
    }

    /** The last time when all inspected objects of a server were as they are wanted. */
    private record Inspection(String uid, String wanted, Instant at) {
        private boolean isCoveredBy(Inspection earlier) {
            return uid.equals(earlier.uid)
                    && wanted.equals(earlier.wanted)
                    && at.isBefore(earlier.at.plus(BETWEEN_INSPECTIONS));
        }
    }

    /**
     * How the objects of a plan, and those to be removed, ended.
     *
     * @param deployment the one among them that makes the pods
     */
    public record Applied(List<ChildOutcome> outcomes, ChildOutcome deployment) {
        public List<Problem> problems() {
            return outcomes.stream()
                    .flatMap(outcome -> switch (outcome) {
                        case ChildOutcome.Refused(var problem) -> Stream.of(problem);
                        case ChildOutcome.Applied(var object) -> RouteProblems.refusal(object).stream();
                        case ChildOutcome.Conflict _ -> Stream.empty();
                    })
                    .toList();
        }

        /** Whether a gateway has not answered yet; its answer is not followed, so it is asked for. */
        public boolean awaitsAnswer() {
            return outcomes.stream()
                    .anyMatch(
                            it -> it instanceof ChildOutcome.Applied(var object) && RouteProblems.answerIsDue(object));
        }
    }

    public Applied apply(HyperterseServer server, WorkloadPlan plan) {
        var names = WorkloadNames.of(server);
        var wanted = plan.objects();
        var inspection = inspection(server, wanted);
        var isDue = Optional.ofNullable(inspections.get(names))
                .filter(inspection::isCoveredBy)
                .isEmpty();
        var outcomes = new ArrayList<ChildOutcome>();
        if (isDue) {
            // A write that fails may leave others done: nothing is as it was inspected.
            inspections.remove(names);
            seeds.ensure(server).ifPresent(outcomes::add);
        }
        var remainingRoute = pruneRoute(server, plan);
        remainingRoute.ifPresent(outcomes::add);
        var deployment = Optional.<ChildOutcome>empty();
        for (var object : wanted) {
            // The Service notes what is still to be removed.
            if (isInspected(object) ? isDue : !(object instanceof Service && remainingRoute.isPresent())) {
                var outcome = writer.write(server, object, children.find(object));
                outcomes.add(outcome);
                deployment = object instanceof Deployment ? Optional.of(outcome) : deployment;
            }
        }
        if (isDue) {
            outcomes.addAll(prune(server, names, wanted));
            if (outcomes.stream().allMatch(ChildOutcome.Applied.class::isInstance)) {
                inspections.put(names, inspection);
            }
        }
        return new Applied(outcomes, deployment.orElseThrow());
    }

    /** The time until the next inspection is due. */
    public Duration untilInspection(HyperterseServer server) {
        return Optional.ofNullable(inspections.get(WorkloadNames.of(server)))
                .map(last -> Duration.between(clock.instant(), last.at().plus(BETWEEN_INSPECTIONS)))
                .filter(Duration::isPositive)
                .orElse(BETWEEN_INSPECTIONS);
    }

    /** Removes what the server does not ask for any more; returns what is left. */
    private List<ChildOutcome> prune(HyperterseServer server, WorkloadNames names, List<HasMetadata> wanted) {
        var kept = wanted.stream().map(ChildKey::of).collect(Collectors.toSet());
        return OPTIONAL.stream()
                .map(kind -> named(kind.get(), names))
                .filter(it -> !kept.contains(ChildKey.of(it)))
                .flatMap(it -> writer.remove(server, it).stream())
                .toList();
    }

    private Inspection inspection(HyperterseServer server, List<HasMetadata> wanted) {
        var inspected = wanted.stream().filter(ChildApplier::isInspected).toList();
        return new Inspection(server.getMetadata().getUid(), writer.digest(inspected), clock.instant());
    }

    public void forget(WorkloadNames server) {
        inspections.remove(server);
        writer.forget(server);
    }

    /** Whether it is left alone between two inspections: it is not followed, and is no route, whose gateway is to answer. */
    private static boolean isInspected(HasMetadata object) {
        return switch (object) {
            case Deployment _, Service _, HTTPRoute _, Ingress _ -> false;
            default -> true;
        };
    }

    private static HasMetadata named(HasMetadata object, WorkloadNames names) {
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(names.namespace())
                .withName(names.runtime())
                .build());
        return object;
    }

    /** Removes the route that is not asked for any more; empty when there is none left. */
    private Optional<ChildOutcome> pruneRoute(HyperterseServer server, WorkloadPlan plan) {
        var names = WorkloadNames.of(server);
        return children.find(Service.class, names.namespace(), names.service())
                .filter(it -> Ownership.madeFor(server, it))
                .flatMap(RouteKind::notedOn)
                .filter(kind -> !plan.routeKind().equals(Optional.of(kind)))
                .flatMap(kind -> writer.remove(server, kind.named(names)));
    }
}
