/**
 * One reading of a directory as the typed objects that an API server would store, with the documents and values that they
 * refer to. Prints nothing, and compiles nothing.
 */
package dev.hyperterse.cli.snapshot;
