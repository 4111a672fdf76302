/**
 * Says from which labelled columns the values of a result come. Whatever it does not know for certain is unresolved; it
 * never guesses. Must not know databases: a {@code DatabaseSchema} is all that it is told.
 */
package dev.hyperterse.statement.lineage;
