package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.DecidedFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.runtime.access.DecisionPoint.Decision;
import dev.hyperterse.runtime.access.DecisionPoint.Question;
import java.util.Map;
import java.util.Optional;

/** The decision point, for calls of one definition. */
record LinkedDecision(DecisionPoint point, Leaf leaf) {
    /** The decision point of a server that no longer has one: it refuses all calls. */
    private static final DecisionPoint NONE = _ -> new Decision.Undecided("no-decision-point");

    static Optional<LinkedDecision> of(Leaf leaf, Optional<DecisionPoint> point) {
        return leaf.access().flatMap(AccessPolicy::decided).map(_ -> new LinkedDecision(point.orElse(NONE), leaf));
    }

    /**
     * Requests a decision.
     *
     * @return the reason
     * @throws CallFailure if the call is not admitted
     */
    String ask(Principal principal, Map<String, ?> inputs) throws InterruptedException {
        var question =
                new Question(leaf.identity().kind(), leaf.identity().namespace(), leaf.publicName(), principal, inputs);
        return switch (point.decide(question)) {
            case Decision.Allowed(var reason) -> reason;
            case Decision.Denied(var reason) ->
                throw new DecidedFailure(
                        Stage.AUTH, "the server's policy does not admit the call (%s)".formatted(reason), reason);
            case Decision.Undecided(var reason) ->
                throw new DecidedFailure(
                        Stage.UNAVAILABLE,
                        "whether the call is allowed cannot be decided now, try again later",
                        reason);
        };
    }
}
