/**
 * Knowledge about statements that outlives a call: their text and types, how long they usually take, the shape of their
 * rows, and what a connection has prepared. Must not know connections, queues or calls.
 */
package dev.hyperterse.engines.postgres.pipelined.statement;
