package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule.Variable;
import java.util.Optional;

/**
 * Identifies evaluations that have the same result for each caller.
 *
 * @param leaf the definition, if a rule of the policy reads it
 */
record EvaluationKey(AccessPolicy access, Optional<LeafIdentity> leaf) {
    static EvaluationKey of(AccessPolicy access, Leaf leaf) {
        return new EvaluationKey(access, Optional.of(leaf.identity()).filter(_ -> access.rules().stream()
                .anyMatch(rule -> rule.program().reads().contains(Variable.TOOL))));
    }
}
