package dev.hyperterse.catalog.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The conditions under which a caller sees and uses a leaf, or a whole server: all of them have to hold.
 *
 * @param plugin the plugin that authenticated the caller; any one where it is not given
 * @param scopes the caller has every one
 * @param groups the caller is in one of them, where there are any
 * @param subjects the caller is one of them, where there are any
 * @param claims by name or path, the value that each has, or that is among its items
 * @param rules that are true for the caller, or for its call
 * @param toolsets of a server that has any, those that the leaf belongs to: a caller at the URL of another one does not see
 *     it
 * @param decided present where the decision point of the server is asked about each call
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AccessPolicy(
        Optional<String> plugin,
        Set<String> scopes,
        Set<String> groups,
        Set<String> subjects,
        Map<String, String> claims,
        List<AccessRule> rules,
        Optional<Decided> decided,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Set<String>> toolsets) {
    public AccessPolicy {
        plugin = plugin == null ? Optional.empty() : plugin;
        scopes = scopes == null ? Set.of() : new TreeSet<>(scopes);
        groups = groups == null ? Set.of() : new TreeSet<>(groups);
        subjects = subjects == null ? Set.of() : new TreeSet<>(subjects);
        claims = claims == null ? Map.of() : new TreeMap<>(claims);
        rules = rules == null ? List.of() : List.copyOf(rules);
        decided = decided == null ? Optional.empty() : decided;
        toolsets = toolsets == null ? Optional.empty() : toolsets.map(TreeSet::new);
    }

    /** When the decision point is asked. */
    public enum Decided {
        AT_THE_CALL
    }

    /** One without a decision point. */
    public AccessPolicy(
            Optional<String> plugin,
            Set<String> scopes,
            Set<String> groups,
            Set<String> subjects,
            Map<String, String> claims,
            List<AccessRule> rules) {
        this(plugin, scopes, groups, subjects, claims, rules, Optional.empty(), Optional.empty());
    }

    /** One without rules. */
    public AccessPolicy(
            Optional<String> plugin,
            Set<String> scopes,
            Set<String> groups,
            Set<String> subjects,
            Map<String, String> claims) {
        this(plugin, scopes, groups, subjects, claims, List.of());
    }

    /** Rules alone, for callers of any plugin. */
    public static AccessPolicy of(List<AccessRule> rules) {
        return new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of(), rules);
    }

    /** The same with those rules in front of its own. */
    public AccessPolicy behind(List<AccessRule> others) {
        return new AccessPolicy(
                plugin,
                scopes,
                groups,
                subjects,
                claims,
                Stream.concat(others.stream(), rules.stream()).toList(),
                decided,
                toolsets);
    }

    /** The same for a leaf that belongs to these toolsets. */
    public AccessPolicy in(Set<String> names) {
        return new AccessPolicy(plugin, scopes, groups, subjects, claims, rules, decided, Optional.of(names));
    }

    /** The same, and the decision point is asked. */
    public AccessPolicy decidedAtTheCall() {
        return new AccessPolicy(
                plugin, scopes, groups, subjects, claims, rules, Optional.of(Decided.AT_THE_CALL), toolsets);
    }

    /** Whether it decides about callers, and so about the visibility of the leaf. The other parts decide about calls. */
    public boolean hides() {
        return plugin.isPresent()
                || !scopes.isEmpty()
                || !groups.isEmpty()
                || !subjects.isEmpty()
                || !claims.isEmpty()
                || toolsets.isPresent()
                || rules.stream().anyMatch(rule -> !rule.decidesAtTheCall());
    }

    /** The calls of the past that its rules look back at. */
    public Stream<PastCalls> past() {
        return rules.stream().flatMap(rule -> rule.program().past().stream());
    }

    /** Whether every caller of the server passes. */
    public boolean asksNothing() {
        return plugin.isEmpty()
                && scopes.isEmpty()
                && groups.isEmpty()
                && subjects.isEmpty()
                && claims.isEmpty()
                && rules.isEmpty()
                && decided.isEmpty()
                && toolsets.isEmpty();
    }
}
