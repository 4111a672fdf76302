/**
 * Postgres: its settings, sessions, types and errors, and the two ways to run a statement (alone on a leased connection, or
 * sharing one). What is fixed when a connection is made is fixed here, and only here.
 */
package dev.hyperterse.runtime.connector.postgres;
