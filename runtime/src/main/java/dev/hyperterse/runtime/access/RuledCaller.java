package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.Principal;
import java.util.Map;

/** A caller for the evaluation of many policies, by one thread. Its values for rules are computed once. */
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
