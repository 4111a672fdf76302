package dev.hyperterse.runtime.access;

import dev.hyperterse.runtime.call.Principal;
import java.util.Map;

/** A caller that many policies are asked about, one after the other by one thread. Its values for rules are made once. */
public final class RuledCaller {
    private final Principal principal;
    private Map<String, Object> values = Map.of();

    public RuledCaller(Principal principal) {
        this.principal = principal;
    }

    Principal principal() {
        return principal;
    }

    Map<String, Object> values() {
        if (values.isEmpty()) {
            values = PrincipalValues.of(principal);
        }
        return values;
    }
}
