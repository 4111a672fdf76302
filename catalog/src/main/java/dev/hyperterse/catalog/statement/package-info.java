/**
 * Statements as the compiler leaves them: text segments and values to bind. A value becomes text of a statement
 * only where its author and the owner of the adapter wrote so (textual substitution, identifiers of the environment).
 */
package dev.hyperterse.catalog.statement;
