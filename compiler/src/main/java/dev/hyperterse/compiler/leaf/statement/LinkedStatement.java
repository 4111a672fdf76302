package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.List;

/** A statement that is ready to be published. */
public record LinkedStatement(Action action, StatementEffect effect) {
    /** The same, run in a transaction with these settings. */
    LinkedStatement within(List<Segment> settings) {
        return action instanceof Action.RunSql(var adapter, var statement, var text)
                ? new LinkedStatement(new Action.RunSql(adapter, statement.within(settings), text), effect)
                : this;
    }

    /** The same, of which search hits show nothing: its author wrote none. */
    LinkedStatement unwritten() {
        return action instanceof Action.RunSql(var adapter, var statement, var _)
                ? new LinkedStatement(new Action.RunSql(adapter, statement, ""), effect)
                : this;
    }
}
