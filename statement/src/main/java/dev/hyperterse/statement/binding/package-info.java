/**
 * Placeholders and what they bind to, apart from any language of statements: SQL in its dialects uses it, and what has
 * commands or documents can. Knows names, filters, types and values; where in a statement a value may stand is for the
 * language to decide.
 */
package dev.hyperterse.statement.binding;
