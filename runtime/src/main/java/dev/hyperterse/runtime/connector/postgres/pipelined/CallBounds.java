package dev.hyperterse.runtime.connector.postgres.pipelined;

/**
 * What a call's result may be.
 *
 * @param longestRow in the engine's spelling; a longer one is not read
 * @param statementTimeoutNanos what the engine allows a statement; zero for ever
 * @param writes whether the statement may change something
 */
record CallBounds(int maxRows, long longestRow, long statementTimeoutNanos, boolean writes) {}
