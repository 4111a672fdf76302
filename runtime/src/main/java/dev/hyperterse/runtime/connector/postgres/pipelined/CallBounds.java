package dev.hyperterse.runtime.connector.postgres.pipelined;

/**
 * The limits of a call's result.
 *
 * @param longestRow in the engine's spelling; a longer one is not read
 * @param statementTimeoutNanos what the engine allows a statement; zero for ever
 * @param writes whether the statement may change something
 */
record CallBounds(int maxRows, long longestRow, long statementTimeoutNanos, boolean writes) {}
