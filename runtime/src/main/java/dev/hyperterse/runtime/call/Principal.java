package dev.hyperterse.runtime.call;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Who calls: what authentication found out, and what {@code {{ principal.* }}} binds. */
public record Principal(Optional<String> subject, Set<String> scopes, Map<String, JsonNode> claims) {
    /** A caller without an identity; a statement that asks for a subject fails. */
    public static final Principal ANONYMOUS = new Principal(Optional.empty(), Set.of(), Map.of());

    public Principal {
        scopes = Set.copyOf(scopes);
        claims = Map.copyOf(claims);
    }
}
