/**
 * Placeholders and the values that they bind, independent of the language of a statement: SQL, commands and documents
 * use it. Handles names, filters, types and values; the language decides where in a statement a value is allowed.
 */
package dev.hyperterse.statement.binding;
