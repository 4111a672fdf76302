package dev.hyperterse.statement.lineage;

import java.util.List;

/** The known sources of the columns of a statement's result. */
public sealed interface Lineage {
    /** All of them, in their order. */
    record Resolved(List<ResultColumn> columns) implements Lineage {
        public Resolved {
            columns = List.copyOf(columns);
        }
    }

    /** @param construct of the statement that is not understood */
    record Unresolved(String construct) implements Lineage {}
}
