package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.statement.sql.StatementEffect;

/** A statement that is ready to be published. */
record LinkedStatement(Action action, StatementEffect effect) {
    /** The same, of which search hits show nothing: its author wrote none. */
    LinkedStatement unwritten() {
        return action instanceof Action.RunSql(var adapter, var statement, var _)
                ? new LinkedStatement(new Action.RunSql(adapter, statement, ""), effect)
                : this;
    }
}
