package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.Finding;

/** The result of checking a statement from the caller of a tool. */
public sealed interface AdHocStatement {
    /**
     * One statement that reads, as far as its text shows.
     *
     * @param sql for the engine to read as it is, without parameters
     */
    record Readable(String sql) implements AdHocStatement {}

    /** The first thing that is wrong with it. */
    record Refused(Finding finding) implements AdHocStatement {}
}
