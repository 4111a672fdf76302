/**
 * The hosts of a database: their addresses, which of them is wanted, and in which order they are tried. Nothing here
 * connects to one.
 */
package dev.hyperterse.engines.postgres.wire.host;
