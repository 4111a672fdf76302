/**
 * A connection to Postgres: hosts, start-up, encryption, authentication, cancel requests. The messages themselves are in
 * {@code message}. Must not know calls, pools or JSON.
 */
package dev.hyperterse.engines.postgres.wire;
