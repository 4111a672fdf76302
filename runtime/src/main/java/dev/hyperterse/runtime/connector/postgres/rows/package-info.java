/**
 * From the text of Postgres values to JSON: which type is written how, and the columns of a result.
 */
package dev.hyperterse.runtime.connector.postgres.rows;
