/**
 * A connection to Postgres: start-up, encryption, authentication, cancel requests. The messages themselves are in {@code
 * message}, the hosts of a database in {@code host}. Must not know calls, pools or JSON.
 */
package dev.hyperterse.engines.postgres.wire;
