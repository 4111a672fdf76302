package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Leaf;
import java.util.List;

/**
 * The results of a pass.
 *
 * @param refused the refused statements, in the order of definitions
 * @param accepted the definitions that have statements, all of which are accepted
 */
public record CheckedStatements(List<RefusedStatement> refused, List<Leaf> accepted) {
    static final CheckedStatements NONE = new CheckedStatements(List.of(), List.of());
}
