/** The inputs of a definition, as a replica checks and binds them. Values of callers are never here. */
package dev.hyperterse.catalog.input;
