package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.rule.Rule;
import java.util.Map;

/** A condition on a caller that makes a rule stricter: one that cannot be evaluated holds. */
public final class CallerCondition {
    private final Rule rule;

    /** @throws IllegalArgumentException if this build cannot evaluate it */
    public CallerCondition(AccessRule written) {
        this.rule = Rule.of(written.program());
    }

    public boolean holds(Principal principal) {
        return !(rule.evaluate(Map.of("principal", PrincipalValues.of(principal))) instanceof Rule.Decision.Denies);
    }
}
