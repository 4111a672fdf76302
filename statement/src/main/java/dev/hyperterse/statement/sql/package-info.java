/**
 * Turns the text of a statement into segments that a replica can only bind. One pass of a lexer that knows the dialect,
 * one pass of a binder that knows the rules of {@code docs/statements.md}; no grammar of SQL, no clock, no IO. What the
 * engine itself refuses with a syntax error is left to the engine; what it would take and misread is refused here.
 */
package dev.hyperterse.statement.sql;
