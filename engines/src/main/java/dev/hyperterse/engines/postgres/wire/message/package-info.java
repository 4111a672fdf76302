/** The messages of the protocol of Postgres, written and read byte by byte. Must not know sockets, hosts or accounts. */
package dev.hyperterse.engines.postgres.wire.message;
