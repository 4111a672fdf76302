package dev.hyperterse.operator.report.definition;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.condition.ProgressReason;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.definition.LeafOnServer.Readiness;
import dev.hyperterse.operator.report.definition.LeafOnServer.ServingState;
import dev.hyperterse.operator.report.replica.LeafProgress;
import dev.hyperterse.operator.report.replica.ObjectProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The state of an object that brings many definitions, on one server. It is ready when every item is served as it is written;
 * Serving speaks of those that are in the catalog.
 */
final class ItemsOnServer {
    private static final int SAMPLES = 8;
    private static final int LONGEST_SAMPLE = 512;

    private final ObservedLeaf leaf;
    private final List<Part> parts;
    private final Optional<LeafServer> before;

    private ItemsOnServer(ObservedLeaf leaf, List<Part> parts, Optional<LeafServer> before) {
        this.leaf = leaf;
        this.parts = parts;
        this.before = before;
    }

    /** An item, or the object itself. */
    private record Part(LeafProgress progress, ServingState state) {
        boolean isItem() {
            return progress.identity().item().isPresent();
        }

        String name() {
            return progress.identity().item().orElse("");
        }

        /** Whether it is not served as it is written, or the server has not evaluated it. */
        boolean isFaulty() {
            return state.readiness().compareTo(Readiness.SERVER_FAILING) < 0;
        }

        boolean isInCatalog() {
            return progress.result().served().isPresent() && progress.refused().isEmpty();
        }
    }

    static LeafOnServer of(
            ObservedLeaf leaf, NamedServer server, ObjectProgress progress, Optional<LeafServer> before, Instant now) {
        var parts = progress.leaves().stream()
                .map(it -> new Part(it, LeafOnServer.state(it, server.inputs(), before, leaf.generation())))
                .toList();
        var items = new ItemsOnServer(leaf, parts, before);
        var state = items.state();
        return new LeafOnServer(
                state, Optional.of(items.entry(server, state, now)), items.unverified(server.key()), false);
    }

    /** The message about the first item that its database or server refuses, with the number of all. */
    private Optional<String> unverified(ServerKey server) {
        var messages = parts.stream()
                .flatMap(part -> UnverifiedStatement.message(leaf, server, part.progress()).stream())
                .toList();
        return messages.stream()
                .findFirst()
                .map(first -> messages.size() == 1 ? first : "%d items: %s".formatted(messages.size(), first));
    }

    /** That of the worst part, with a count of the items that are in the same state. */
    private ServingState state() {
        var worst = parts.stream()
                .map(Part::state)
                .min(Comparator.comparing(ServingState::readiness))
                .orElseThrow();
        var faulty = parts.stream().filter(Part::isFaulty).toList();
        var problems = problems(faulty);
        var message = problems.isEmpty() ? worst.message() : "%s: %s".formatted(count(faulty), Messages.of(problems));
        return new ServingState(worst.readiness(), worst.reason(), message, worst.since());
    }

    private String count(List<Part> faulty) {
        return "%d of %d items are not served as they are written"
                .formatted(
                        faulty.stream().filter(Part::isItem).count(),
                        parts.stream().filter(Part::isItem).count());
    }

    /** The problems of the object itself come first; items that have the same say nothing new. */
    private static List<Problem> problems(List<Part> faulty) {
        var ofObject = faulty.stream()
                .filter(it -> !it.isItem())
                .flatMap(it -> it.progress().result().problems().stream())
                .toList();
        var all = new ArrayList<>(ofObject);
        faulty.stream().filter(Part::isItem).forEach(part -> part.progress().result().problems().stream()
                .filter(problem -> !ofObject.contains(problem))
                .forEach(problem -> all.add(named(part.name(), problem))));
        return all;
    }

    private static Problem named(String item, Problem problem) {
        return new Problem(
                problem.reason(),
                problem.path(),
                problem.position(),
                problem.key(),
                problem.rule(),
                item + ": " + problem.message(),
                problem.remedy(),
                problem.failsClosed());
    }

    private LeafServer entry(NamedServer server, ServingState state, Instant now) {
        var conditions = new Conditions(before.map(LeafServerEntry::ours).orElse(List.of()), leaf.generation(), now);
        var problems = problems(parts);
        conditions.add(ConditionTypes.ACCEPTED, LeafServerEntry.problems(problems, false));
        conditions.add(ConditionTypes.RESOLVED_REFS, LeafServerEntry.problems(problems, true));
        serving(conditions);
        var asWritten = state.readiness() == Readiness.SERVING;
        return new LeafServer(
                server.key().namespace(),
                server.key().name(),
                Optional.empty(),
                Optional.of(leaf.generation()),
                asWritten ? Optional.of(leaf.generation()) : before.flatMap(LeafServer::servedGeneration),
                Optional.of(items()),
                conditions.list());
    }

    private void serving(Conditions conditions) {
        var served = parts.stream().filter(Part::isInCatalog).toList();
        if (served.isEmpty()) {
            conditions.add(
                    ConditionTypes.SERVING, Status.False, Reason.NoLastGoodVersion, "none of the items is served");
            return;
        }
        var worst = served.stream()
                .map(Part::state)
                .filter(it -> it.readiness().compareTo(Readiness.SERVER_FAILING) > 0)
                .min(Comparator.comparing(ServingState::readiness));
        var items = parts.stream().filter(Part::isItem).count();
        var waiting = worst.filter(it -> it.readiness() != Readiness.SERVING);
        if (waiting.isPresent()) {
            conditions.add(
                    ConditionTypes.SERVING,
                    waiting.get().readiness().serving(),
                    waiting.get().reason(),
                    waiting.get().message());
        } else if (served.size() == items) {
            conditions.add(ConditionTypes.SERVING, Status.True, ProgressReason.Serving);
        } else {
            conditions.add(
                    ConditionTypes.SERVING,
                    Status.True,
                    ProgressReason.SomeItems,
                    "%d of %d items are served".formatted(served.size(), items));
        }
    }

    private LeafServer.Items items() {
        var refused = parts.stream().filter(it -> it.isItem() && it.isFaulty()).toList();
        return new LeafServer.Items(
                (int) parts.stream().filter(Part::isInCatalog).count(),
                refused.size(),
                refused.stream().limit(SAMPLES).map(ItemsOnServer::sample).toList());
    }

    private static LeafServer.RefusedItem sample(Part part) {
        var message = Messages.line(part.state().message(), "");
        return new LeafServer.RefusedItem(
                part.name(),
                part.state().reason().name(),
                Optional.of(Messages.bounded(message, LONGEST_SAMPLE)).filter(it -> !it.isEmpty()));
    }
}
