package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a caller must be to see and use a leaf, or a whole server: all of it has to hold.
 *
 * @param plugin the plugin that authenticated the caller; any one where it is not given
 * @param scopes the caller has every one
 * @param groups the caller is in one of them, where there are any
 * @param subjects the caller is one of them, where there are any
 * @param claims by name or path, the value that each has, or that is among its items
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AccessPolicy(
        Optional<String> plugin,
        Set<String> scopes,
        Set<String> groups,
        Set<String> subjects,
        Map<String, String> claims) {
    public AccessPolicy {
        plugin = plugin == null ? Optional.empty() : plugin;
        scopes = scopes == null ? Set.of() : new TreeSet<>(scopes);
        groups = groups == null ? Set.of() : new TreeSet<>(groups);
        subjects = subjects == null ? Set.of() : new TreeSet<>(subjects);
        claims = claims == null ? Map.of() : new TreeMap<>(claims);
    }

    /** Whether every caller of the server passes. */
    public boolean asksNothing() {
        return plugin.isEmpty() && scopes.isEmpty() && groups.isEmpty() && subjects.isEmpty() && claims.isEmpty();
    }
}
