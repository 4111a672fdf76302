/**
 * From the text of Postgres values to JSON: which type is written how, and the columns of a result. The same for rows of the
 * driver and for rows as the engine sends them.
 */
package dev.hyperterse.runtime.connector.postgres.rows;
