/**
 * Binds the values of a call into an operation of its engine. SQL is rendered once for each shape of a statement, and
 * values are bound as parameters; only statements with textual substitution contain values.
 */
package dev.hyperterse.calls.binding;
