package dev.hyperterse.engines.postgres.pipelined;

/**
 * The limits of a call's result.
 *
 * @param longestRow in bytes of the engine's message; a longer one is not read
 * @param statementTimeoutNanos the engine's statement timeout; zero for none
 * @param writes whether the statement may change something
 */
record CallBounds(int maxRows, long longestRow, long statementTimeoutNanos, boolean writes) {}
