package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.rule.Rule;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Evaluates a policy. Compared by identity: a catalog has one object for each policy. */
public final class PolicyCheck {
    private static final String POLICY = "policy";
    private static final String TOOLSET = "toolset";

    private final AccessPolicy policy;
    private final List<LinkedRule> rules;

    private PolicyCheck(AccessPolicy policy, List<LinkedRule> rules) {
        this.policy = policy;
        this.rules = rules;
    }

    /** The check of a server's policy, which has no rules: only definitions have them. */
    public static PolicyCheck ofServer(AccessPolicy policy) {
        return new PolicyCheck(policy, List.of());
    }

    /**
     * The check of a definition's policy, without the rules that are evaluated for each call.
     *
     * @throws IllegalArgumentException if this build cannot evaluate a rule of it
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

    /** The maximum units of work for each rule, if the rules of all these policies are evaluated for a caller. */
    public static int share(long work, Collection<AccessPolicy> policies) {
        var rules = policies.stream().mapToLong(it -> aboutCallers(it).count()).sum();
        return (int) Math.min(Rule.MOST_WORK, work / Math.max(1, rules));
    }

    private static Stream<AccessRule> aboutCallers(AccessPolicy policy) {
        return policy.rules().stream().filter(rule -> !rule.decidesAtTheCall());
    }

    /** The maximum units of work of one evaluation. */
    public long mostWork() {
        return rules.stream().mapToLong(LinkedRule::mostWork).sum();
    }

    public AccessPolicy policy() {
        return policy;
    }

    /** Whether the caller satisfies the policy. */
    public boolean admits(Principal principal) {
        return admits(new RuledCaller(principal));
    }

    /** Whether a caller satisfies the policy, if several policies are evaluated for it. */
    public boolean admits(RuledCaller caller) {
        var principal = caller.principal();
        return belongs(principal)
                && principal.scopes().containsAll(policy.scopes())
                && admitsWithMoreScopes(principal)
                && rules.stream().allMatch(rule -> rule.admits(caller.values()));
    }

    /** At the URL of the server all definitions are there. */
    private boolean belongs(Principal principal) {
        return principal.toolset().isEmpty()
                || policy.toolsets()
                        .filter(it -> it.contains(principal.toolset().get()))
                        .isPresent();
    }

    /** The policy or the first rule that does not admit the caller, for records; empty if it is admitted. */
    public Optional<String> deniedBy(Principal principal) {
        if (!belongs(principal)) {
            return Optional.of(TOOLSET);
        }
        var caller = new RuledCaller(principal);
        if (!principal.scopes().containsAll(policy.scopes()) || !admitsWithMoreScopes(principal)) {
            return Optional.of(POLICY);
        }
        return rules.stream()
                .filter(rule -> !rule.admits(caller.values()))
                .findFirst()
                .map(LinkedRule::reason);
    }

    /** The missing scopes of the caller, if it satisfies all else. */
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

    /** Compares texts, numbers and booleans by their spelling; null and objects never match. */
    private static boolean is(JsonNode claim, String value) {
        return claim.isValueNode() && !claim.isNull() && claim.asString().equals(value);
    }
}
