package dev.hyperterse.statement.sql;

/** The effect of a statement on the data, as far as its text and its adapter show. */
public enum StatementEffect {
    /** Nothing: the adapter is read-only, and its engine refuses writes; or the command is one that only reads. */
    NONE,
    /** A query on an adapter that may write; functions that it calls may write too. */
    UNKNOWN,
    /** Adds rows, and leaves those that exist as they are. */
    ADDS,
    /** Changes or removes what exists. */
    CHANGES,
    /** Writes in a way that the text does not show, such as a procedure. */
    WRITES
}
