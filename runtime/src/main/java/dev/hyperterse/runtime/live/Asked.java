package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.AccessRule.Variable;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import java.util.Optional;

/**
 * What one evaluation of a caller answers.
 *
 * @param about the leaf, where a rule says something else of another one
 */
record Asked(AccessPolicy access, Optional<LeafIdentity> about) {
    static Asked of(AccessPolicy access, Leaf leaf) {
        return new Asked(access, Optional.of(leaf.identity()).filter(_ -> access.rules().stream()
                .anyMatch(rule -> rule.program().reads().contains(Variable.TOOL))));
    }
}
