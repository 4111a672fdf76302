/**
 * Postgres: its settings, sessions, types and errors, and the connector of adapters that write, with a leased connection for
 * each call. Adapters that only read are in {@code pipelined}. What is fixed when a connection is made is fixed here.
 */
package dev.hyperterse.runtime.connector.postgres;
