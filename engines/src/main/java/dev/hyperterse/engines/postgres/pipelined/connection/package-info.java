/**
 * A connection with a queue of exchanges: sends them together, reads their responses in order, cancels them, and keeps the
 * state of its session. Must not know pools, results or what an exchange asks.
 */
package dev.hyperterse.engines.postgres.pipelined.connection;
