/**
 * Says from which labelled columns the values of a result come. What is not certain is unresolved, never guessed. Must not
 * read from databases: the tables and columns come in a {@code DatabaseSchema}.
 */
package dev.hyperterse.statement.lineage;
