/**
 * Runs calls on Postgres through our own client, whose connections carry several reading calls at once (decision 0167):
 * assigns connections, writes a call as an exchange, and reads its rows. A connection and its queue are in
 * {@code connection}, the knowledge about statements in {@code statement}, the protocol in {@code wire}.
 */
package dev.hyperterse.engines.postgres.pipelined;
