/**
 * Postgres: its settings, parameters and sessions. What is fixed when a connection is made is fixed here; calls run in
 * {@code pipelined}, the protocol is in {@code wire}, types are in {@code rows}.
 */
package dev.hyperterse.runtime.connector.postgres;
