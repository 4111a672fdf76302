/**
 * What one call of {@code execute} on Postgres costs, beside MCP Toolbox and beside a handler without any of our
 * features, in one run on one machine. Measures only; asserts nothing but that every answer is right.
 */
package dev.hyperterse.bench.execute;
