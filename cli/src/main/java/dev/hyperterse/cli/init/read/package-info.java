/**
 * Reads the catalog of a database, by the product itself: the statements run as a call of the server that {@code init}
 * writes, so that what cannot be reached here cannot be reached later, and the reverse. One class for each engine.
 */
package dev.hyperterse.cli.init.read;
