package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.AccessPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a policy lets fewer callers in than the one before, or more. */
final class ComparedPolicies {
    private static final AccessPolicy EVERY_CALLER =
            new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of());

    private ComparedPolicies() {}

    static List<DefinitionChange> between(Optional<AccessPolicy> before, Optional<AccessPolicy> after, String path) {
        var old = before.orElse(EVERY_CALLER);
        var now = after.orElse(EVERY_CALLER);
        var changes = new ArrayList<DefinitionChange>();
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
        return changes;
    }

    /** Whether all callers that {@code old} lets in are let in by {@code now}, as far as that can be decided. */
    private static boolean admitsAllOf(AccessPolicy now, AccessPolicy old) {
        return (now.plugin().isEmpty() || now.plugin().equals(old.plugin()))
                && old.scopes().containsAll(now.scopes())
                && isWithin(old.groups(), now.groups())
                && isWithin(old.subjects(), now.subjects())
                && old.claims().entrySet().containsAll(now.claims().entrySet());
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
        return parts.isEmpty() ? "nothing more than the server asks for" : String.join(", ", parts);
    }

    private static void named(String what, Set<String> names, List<String> parts) {
        if (!names.isEmpty()) {
            parts.add(what + " " + String.join(" ", names));
        }
    }
}
