/**
 * Statements as the compiler leaves them: text segments and values to bind. Nothing here can turn a string into a
 * statement, and a runtime that only knows these types cannot either.
 */
package dev.hyperterse.catalog.statement;
