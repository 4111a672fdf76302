package dev.hyperterse.runtime.access;

import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.AccessRule;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.rule.Rule;
import dev.hyperterse.runtime.call.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A policy at work. Two of the same policy are not equal: a catalog has one for each policy, found by identity. */
public final class PolicyCheck {
    private static final String POLICY = "policy";

    private final AccessPolicy policy;
    private final List<LinkedRule> rules;

    private PolicyCheck(AccessPolicy policy, List<LinkedRule> rules) {
        this.policy = policy;
        this.rules = rules;
    }

    /** That of a server, which has no rules: its definitions have them. */
    public static PolicyCheck ofServer(AccessPolicy policy) {
        return new PolicyCheck(policy, List.of());
    }

    /**
     * That of a definition, as far as it is about callers.
     *
     * @throws IllegalArgumentException when this build cannot evaluate a rule of it
     */
    public static PolicyCheck of(AccessPolicy policy, Leaf leaf) {
        return of(policy, leaf, Rule.MOST_WORK);
    }

    /** @param most units of work for each of its rules */
    public static PolicyCheck of(AccessPolicy policy, Leaf leaf, int most) {
        return new PolicyCheck(
                policy,
                aboutCallers(policy)
                        .map(rule -> new LinkedRule(rule, leaf, most))
                        .toList());
    }

    /** The most units of work for each rule, where those of all these policies are evaluated for a caller. */
    public static int share(long work, Collection<AccessPolicy> policies) {
        var rules = policies.stream().mapToLong(it -> aboutCallers(it).count()).sum();
        return (int) Math.min(Rule.MOST_WORK, work / Math.max(1, rules));
    }

    private static Stream<AccessRule> aboutCallers(AccessPolicy policy) {
        return policy.rules().stream().filter(rule -> !rule.decidesAtTheCall());
    }

    /** Units of work that an evaluation may take. */
    public long mostWork() {
        return rules.stream().mapToLong(LinkedRule::mostWork).sum();
    }

    public AccessPolicy policy() {
        return policy;
    }

    /** Whether the caller is all that the policy asks for. */
    public boolean admits(Principal principal) {
        return admits(new RuledCaller(principal));
    }

    /** The same for one that is asked about again. */
    public boolean admits(RuledCaller caller) {
        var principal = caller.principal();
        return principal.scopes().containsAll(policy.scopes())
                && admitsWithMoreScopes(principal)
                && rules.stream().allMatch(rule -> rule.admits(caller.values(), Map.of(), Map.of()));
    }

    /** What does not admit the caller, for records: the policy or the first such rule; empty where it is admitted. */
    public Optional<String> deniedBy(Principal principal) {
        var caller = new RuledCaller(principal);
        if (!principal.scopes().containsAll(policy.scopes()) || !admitsWithMoreScopes(principal)) {
            return Optional.of(POLICY);
        }
        return rules.stream()
                .filter(rule -> !rule.admits(caller.values(), Map.of(), Map.of()))
                .findFirst()
                .map(LinkedRule::reason);
    }

    /** The scopes that the caller lacks, where it lacks nothing else. */
    public Set<String> missingScopes(Principal principal) {
        if (!admitsWithMoreScopes(principal)) {
            return Set.of();
        }
        var missing = new TreeSet<>(policy.scopes());
        missing.removeAll(principal.scopes());
        return missing;
    }

    private boolean admitsWithMoreScopes(Principal principal) {
        return policy.plugin()
                        .map(it -> principal.plugin().equals(policy.plugin()))
                        .orElse(true)
                && (policy.groups().isEmpty() || !Collections.disjoint(policy.groups(), principal.groups()))
                && (policy.subjects().isEmpty()
                        || principal
                                .subject()
                                .filter(policy.subjects()::contains)
                                .isPresent())
                && policy.claims().entrySet().stream().allMatch(claim -> principal
                        .claim(claim.getKey())
                        .filter(found -> has(found, claim.getValue()))
                        .isPresent());
    }

    private static boolean has(JsonNode claim, String value) {
        return claim.isArray() ? claim.valueStream().anyMatch(item -> is(item, value)) : is(claim, value);
    }

    /** Texts, numbers and booleans have one spelling; null and objects are no value of a policy. */
    private static boolean is(JsonNode claim, String value) {
        return claim.isValueNode() && !claim.isNull() && claim.asString().equals(value);
    }
}
