/**
 * Runs calls on Postgres through our own client, whose connections carry several reading calls at once (decision 0167). Who gets
 * which connection, how calls are queued on it, what their answers become. The protocol itself is in {@code wire}.
 */
package dev.hyperterse.runtime.connector.postgres.pipelined;
