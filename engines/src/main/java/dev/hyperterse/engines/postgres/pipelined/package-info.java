/**
 * Runs calls on Postgres through our own client, whose connections carry several reading calls at once (decision 0167):
 * assigns connections, queues calls on them, and reads their responses. The protocol itself is in {@code wire}.
 */
package dev.hyperterse.engines.postgres.pipelined;
