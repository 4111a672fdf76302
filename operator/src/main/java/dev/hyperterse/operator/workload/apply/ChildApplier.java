package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.manifest.RouteKind;
import dev.hyperterse.operator.workload.manifest.WorkloadPlan;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies the objects of a plan one by one, so that none keeps the others from being applied, and prunes the rest. */
public final class ChildApplier {
    private final Children children;
    private final ChildWriter writer;
    private final SessionSeeds seeds;

    public ChildApplier(Children children, ChildWriter writer, SessionSeeds seeds) {
        this.children = children;
        this.writer = writer;
        this.seeds = seeds;
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
        var outcomes = new ArrayList<ChildOutcome>();
        seeds.ensure(server).ifPresent(outcomes::add);
        var remainingRoute = pruneRoute(server, plan);
        remainingRoute.ifPresent(outcomes::add);
        var deployment = Optional.<ChildOutcome>empty();
        var wanted = plan.objects();
        for (var object : wanted) {
            // The Service notes what is still to be removed.
            if (!(object instanceof Service && remainingRoute.isPresent())) {
                var outcome = writer.write(server, object, children.find(object));
                outcomes.add(outcome);
                deployment = object instanceof Deployment ? Optional.of(outcome) : deployment;
            }
        }
        var kept = wanted.stream().map(ChildKey::of).collect(Collectors.toSet());
        children.of(ServerKey.of(server)).stream()
                .filter(it -> Ownership.madeFor(server, it) && !kept.contains(ChildKey.of(it)))
                .forEach(writer::delete);
        return new Applied(outcomes, deployment.orElseThrow());
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
