package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.LeafIdentity;
import java.util.List;
import java.util.Set;

/**
 * The results of a pass.
 *
 * @param refused the refused statements, in the order of definitions
 * @param accepted the definitions that have statements, all of which are accepted
 */
public record CheckedStatements(List<RefusedStatement> refused, Set<LeafIdentity> accepted) {
    static final CheckedStatements NONE = new CheckedStatements(List.of(), Set.of());
}
