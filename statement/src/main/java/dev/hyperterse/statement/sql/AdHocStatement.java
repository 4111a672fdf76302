package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.Finding;

/** The result of checking a statement from the caller of a tool. */
public sealed interface AdHocStatement {
    /**
     * One statement that only reads, as far as its text shows.
     *
     * @param sql to be sent unchanged, without parameters
     */
    record Readable(String sql) implements AdHocStatement {}

    /** The first finding. */
    record Refused(Finding finding) implements AdHocStatement {}
}
