package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.DecidedFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.rule.PastValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules that decide about each call of one definition: rules that read its inputs, headers or the calls of the past,
 * and the decision point.
 */
public final class CallRules {
    private final List<LinkedRule> aboutThisCall;
    private final List<LinkedRule> lookingBack;
    private final Optional<LinkedHistory> history;
    private final Optional<LinkedDecision> decision;

    private CallRules(List<LinkedRule> rules, Optional<LinkedHistory> history, Optional<LinkedDecision> decision) {
        this.aboutThisCall =
                rules.stream().filter(rule -> rule.program().past().isEmpty()).toList();
        this.lookingBack =
                rules.stream().filter(rule -> !rule.program().past().isEmpty()).toList();
        this.history = history;
        this.decision = decision;
    }

    /** @throws IllegalArgumentException if this build cannot evaluate a rule */
    public static Optional<CallRules> of(Leaf leaf, Optional<DecisionPoint> point, KeptHistory kept) {
        var rules = leaf.access().stream()
                .flatMap(access -> access.rules().stream())
                .filter(AccessRule::decidesAtTheCall)
                .map(rule -> new LinkedRule(rule, leaf))
                .toList();
        var history = LinkedHistory.of(leaf, kept);
        var decision = LinkedDecision.of(leaf, point);
        return rules.isEmpty() && history.isEmpty() && decision.isEmpty()
                ? Optional.empty()
                : Optional.of(new CallRules(rules, history, decision));
    }

    /** Whether calls are checked against rules, or counted for those of others; otherwise there is only a decision point. */
    public boolean hasRules() {
        return !aboutThisCall.isEmpty() || !lookingBack.isEmpty() || history.isPresent();
    }

    /** Whether calls are added to the history. */
    public boolean counts() {
        return history.isPresent();
    }

    /**
     * Evaluates the rules.
     *
     * @param inputs by name, as rules see them; inputs without a value are absent
     * @param others members beside these that the call passes on: rules must admit it with them and without, because a
     *     caller may neither evade a rule by one nor meet it by one that nothing reads
     * @return the call in the history, from which it is taken back if it does not run
     * @throws CallFailure if a rule does not admit the call
     */
    public CountedCall check(
            Principal principal, RequestHeaders headers, Map<String, ?> inputs, Map<String, ?> others) {
        var seen = seen(inputs, others);
        check(aboutThisCall, principal, headers, seen, PastValues.NONE);
        if (history.isEmpty()) {
            check(lookingBack, principal, headers, seen, PastValues.NONE);
            return CountedCall.NOWHERE;
        }
        // Behind the others: a call that they deny does not get into the way of those of other callers.
        var added = history.get().add(principal, inputs);
        var admitted = false;
        try {
            check(lookingBack, principal, headers, seen, added.past());
            admitted = true;
            return added;
        } finally {
            if (!admitted) {
                added.takeBack();
            }
        }
    }

    private static List<Map<String, ?>> seen(Map<String, ?> inputs, Map<String, ?> others) {
        if (others.isEmpty()) {
            return List.of(inputs);
        }
        var all = new HashMap<String, Object>(others);
        all.putAll(inputs);
        return List.of(inputs, all);
    }

    private static void check(
            List<LinkedRule> rules,
            Principal principal,
            RequestHeaders headers,
            List<Map<String, ?>> seen,
            PastValues past) {
        if (rules.isEmpty()) {
            return;
        }
        var caller = PrincipalValues.of(principal);
        for (var rule : rules) {
            var read = read(rule.program().headers(), headers);
            if (read.isEmpty() || !seen.stream().allMatch(inputs -> rule.admits(caller, inputs, read.get(), past))) {
                throw new DecidedFailure(
                        Stage.AUTH,
                        rule.message().orElse("the rules of this definition do not admit the call"),
                        rule.reason());
            }
        }
    }

    /** Whether calls block on a decision point. */
    public boolean hasDecisionPoint() {
        return decision.isPresent();
    }

    /**
     * Requests a decision.
     *
     * @param inputs by name, as they were sent; inputs without a value are absent
     * @return the reason of the decision point, if there is one
     * @throws CallFailure if it does not admit the call
     * @throws InterruptedException if the call has ended meanwhile
     */
    public Optional<String> decide(Principal principal, Map<String, ?> inputs) throws InterruptedException {
        return decision.isPresent() ? Optional.of(decision.get().ask(principal, inputs)) : Optional.empty();
    }

    /** The headers by name; empty if one was sent more than once, because it is ambiguous which one counts. */
    private static Optional<Map<String, String>> read(Iterable<String> names, RequestHeaders headers) {
        var read = new HashMap<String, String>();
        for (var name : names) {
            var sent = headers.all(name);
            if (sent.size() > 1) {
                return Optional.empty();
            }
            sent.forEach(value -> read.put(name, value));
        }
        return Optional.of(read);
    }
}
