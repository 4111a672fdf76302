package dev.hyperterse.calls;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The authenticated caller, as {@code {{ principal.* }}} binds it.
 *
 * @param toolset at whose URL it calls; empty at that of the server. No statement, rule or record knows it
 * @param plugin that authenticated it; empty for a caller without an identity
 */
public record Principal(
        Optional<String> plugin,
        Optional<String> subject,
        Set<String> scopes,
        Set<String> groups,
        Map<String, JsonNode> claims,
        Optional<String> toolset) {
    /** A caller without an identity; a statement that reads its subject fails. */
    public static final Principal ANONYMOUS =
            new Principal(Optional.empty(), Optional.empty(), Set.of(), Set.of(), Map.of());

    public Principal {
        scopes = Set.copyOf(scopes);
        groups = Set.copyOf(groups);
        claims = Map.copyOf(claims);
    }

    /** A caller at the URL of the server. */
    public Principal(
            Optional<String> plugin,
            Optional<String> subject,
            Set<String> scopes,
            Set<String> groups,
            Map<String, JsonNode> claims) {
        this(plugin, subject, scopes, groups, claims, Optional.empty());
    }

    /** The same caller at the URL of a toolset. */
    public Principal at(Optional<String> other) {
        return other.equals(toolset) ? this : new Principal(plugin, subject, scopes, groups, claims, other);
    }

    public static Principal named(String plugin, String subject) {
        return new Principal(Optional.of(plugin), Optional.of(subject), Set.of(), Set.of(), Map.of());
    }

    /**
     * Identifies the caller across calls. A subject is unique within its plugin and the issuer at that time; callers
     * without a subject are all equal.
     */
    public String identity() {
        if (subject.isEmpty()) {
            return "";
        }
        var issuer = Optional.ofNullable(claims.get("iss")).map(it -> it.asString(""));
        return String.join("\0", plugin.orElse(""), issuer.orElse(""), subject.get());
    }

    /** Identifies the caller together with the URL that it calls at, for what belongs to a toolset. */
    public String identityAtUrl() {
        return toolset.map(name -> String.join("\0", identity(), "toolset", name))
                .orElseGet(this::identity);
    }

    /** The claim of exactly that name, or of the path of names separated by dots. */
    public Optional<JsonNode> claim(String path) {
        var direct = claims.get(path);
        if (direct != null || path.indexOf('.') < 0) {
            return Optional.ofNullable(direct);
        }
        // Keeps empty names at the end: a path of dots alone has no others.
        var steps = path.split("\\.", -1);
        var at = Optional.ofNullable(claims.get(steps[0]));
        for (int step = 1; step < steps.length; step++) {
            var name = steps[step];
            at = at.map(node -> node.get(name));
        }
        return at;
    }
}
