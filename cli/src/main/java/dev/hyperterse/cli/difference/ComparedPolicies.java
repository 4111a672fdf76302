package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether a policy lets fewer callers in than the one before, or more. */
final class ComparedPolicies {
    private static final int LONGEST = 100;

    private static final AccessPolicy EVERY_CALLER =
            new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of());

    private ComparedPolicies() {}

    static List<DefinitionChange> between(Optional<AccessPolicy> before, Optional<AccessPolicy> after, String path) {
        var changes = toolsets(before.flatMap(AccessPolicy::toolsets), after.flatMap(AccessPolicy::toolsets));
        var old = atServer(before.orElse(EVERY_CALLER));
        var now = atServer(after.orElse(EVERY_CALLER));
        if (old.equals(now)) {
            return changes;
        }
        var message = "callers need %s, before %s".formatted(describe(now), describe(old));
        if (!admitsAllOf(now, old)) {
            changes.add(DefinitionChange.breaking(path, message));
        }
        if (!admitsAllOf(old, now)) {
            changes.add(DefinitionChange.rights(path, message));
        }
        if (admitsAllOf(now, old) && admitsAllOf(old, now)) {
            changes.add(
                    with(old, now.rules(), old.decided(), old.toolsets()).equals(now)
                            ? DefinitionChange.behaviour(path, "names or messages of rules changed")
                            : DefinitionChange.rights(path, "auth changed"));
        }
        return changes;
    }

    /** Of a server that has toolsets before and after; new ones of it are a difference of the server. */
    private static List<DefinitionChange> toolsets(Optional<Set<String>> before, Optional<Set<String>> after) {
        var changes = new ArrayList<DefinitionChange>();
        if (before.isPresent() && after.isPresent()) {
            var lost = new TreeSet<>(before.get());
            lost.removeAll(after.get());
            if (!lost.isEmpty()) {
                changes.add(DefinitionChange.breaking(
                        "spec", "it is not in the toolsets %s any more".formatted(String.join(" ", lost))));
            }
            var gained = new TreeSet<>(after.get());
            gained.removeAll(before.get());
            if (!gained.isEmpty()) {
                changes.add(DefinitionChange.rights(
                        "spec", "callers of the toolsets %s may use it".formatted(String.join(" ", gained))));
            }
        }
        return changes;
    }

    /** The demands on callers at the URL of the server, which has every definition. */
    private static AccessPolicy atServer(AccessPolicy policy) {
        return with(policy, policy.rules(), policy.decided(), Optional.empty());
    }

    /** The demands of a definition itself: those of the server on every caller are a difference of the server. */
    static Optional<AccessPolicy> own(Optional<AccessPolicy> policy, AuthSettings auth) {
        return policy.map(it -> with(
                        it,
                        ownRules(it.rules(), auth.rules()),
                        it.decided().filter(_ -> auth.decision().isEmpty()),
                        it.toolsets()))
                .filter(it -> !it.asksNothing());
    }

    private static List<AccessRule> ownRules(List<AccessRule> rules, List<AccessRule> ofServer) {
        return rules.size() >= ofServer.size()
                        && rules.subList(0, ofServer.size()).equals(ofServer)
                ? rules.subList(ofServer.size(), rules.size())
                : rules;
    }

    private static AccessPolicy with(
            AccessPolicy policy,
            List<AccessRule> rules,
            Optional<AccessPolicy.Decided> decided,
            Optional<Set<String>> toolsets) {
        return new AccessPolicy(
                policy.plugin(),
                policy.scopes(),
                policy.groups(),
                policy.subjects(),
                policy.claims(),
                rules,
                decided,
                toolsets);
    }

    /** Whether all callers that {@code old} lets in are let in by {@code now}, as far as that can be decided. */
    private static boolean admitsAllOf(AccessPolicy now, AccessPolicy old) {
        return (now.plugin().isEmpty() || now.plugin().equals(old.plugin()))
                && old.scopes().containsAll(now.scopes())
                && isWithin(old.groups(), now.groups())
                && isWithin(old.subjects(), now.subjects())
                && old.claims().entrySet().containsAll(now.claims().entrySet())
                && expressions(old).containsAll(expressions(now))
                && (now.decided().isEmpty() || old.decided().isPresent());
    }

    private static Set<String> expressions(AccessPolicy policy) {
        return policy.rules().stream().map(AccessRule::expression).collect(Collectors.toSet());
    }

    /** One of the names has to fit, and no name means that none is asked for. */
    private static boolean isWithin(Set<String> old, Set<String> now) {
        return now.isEmpty() || !old.isEmpty() && now.containsAll(old);
    }

    private static String describe(AccessPolicy policy) {
        var parts = new ArrayList<String>();
        policy.plugin().ifPresent(plugin -> parts.add("plugin " + plugin));
        named("scopes", policy.scopes(), parts);
        named("one of the groups", policy.groups(), parts);
        named("one of the subjects", policy.subjects(), parts);
        policy.claims().forEach((claim, value) -> parts.add("claim " + claim + "=" + value));
        policy.rules().forEach(rule -> parts.add("rule %s (%s)".formatted(rule.name(), shortened(rule.expression()))));
        policy.decided().ifPresent(_ -> parts.add("the consent of the decision point"));
        return parts.isEmpty() ? "nothing more than the server asks for" : String.join(", ", parts);
    }

    private static String shortened(String expression) {
        var line = expression.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    private static void named(String what, Set<String> names, List<String> parts) {
        if (!names.isEmpty()) {
            parts.add(what + " " + String.join(" ", names));
        }
    }
}
