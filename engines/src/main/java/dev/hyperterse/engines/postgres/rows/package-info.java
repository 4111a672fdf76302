/**
 * Encodes the text of Postgres values as JSON, by type, and the rows of a result by their columns. Must not know calls,
 * pools or sessions.
 */
package dev.hyperterse.engines.postgres.rows;
