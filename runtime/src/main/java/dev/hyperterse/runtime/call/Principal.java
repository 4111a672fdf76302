package dev.hyperterse.runtime.call;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The authenticated caller, as {@code {{ principal.* }}} binds it.
 *
 * @param plugin that authenticated it; empty for a caller without an identity
 */
public record Principal(
        Optional<String> plugin,
        Optional<String> subject,
        Set<String> scopes,
        Set<String> groups,
        Map<String, JsonNode> claims) {
    /** A caller without an identity; a statement that asks for a subject fails. */
    public static final Principal ANONYMOUS =
            new Principal(Optional.empty(), Optional.empty(), Set.of(), Set.of(), Map.of());

    public Principal {
        scopes = Set.copyOf(scopes);
        groups = Set.copyOf(groups);
        claims = Map.copyOf(claims);
    }

    /** One that has a name and nothing else. */
    public static Principal named(String plugin, String subject) {
        return new Principal(Optional.of(plugin), Optional.of(subject), Set.of(), Set.of(), Map.of());
    }

    /**
     * Identifies the caller, the same for each of its calls. Subjects are names within the plugin that found
     * them, and within the issuer that it had at the time; callers without one are all the same.
     */
    public String identity() {
        if (subject.isEmpty()) {
            return "";
        }
        var issuer = Optional.ofNullable(claims.get("iss")).map(it -> it.asString(""));
        return String.join("\0", plugin.orElse(""), issuer.orElse(""), subject.get());
    }

    /** The claim of that very name, or the one that the dots lead to. */
    public Optional<JsonNode> claim(String path) {
        var direct = claims.get(path);
        if (direct != null || path.indexOf('.') < 0) {
            return Optional.ofNullable(direct);
        }
        // With the empty steps at the end: a path of dots alone has no other.
        var steps = path.split("\\.", -1);
        var at = Optional.ofNullable(claims.get(steps[0]));
        for (int step = 1; step < steps.length; step++) {
            var name = steps[step];
            at = at.map(node -> node.get(name));
        }
        return at;
    }
}
