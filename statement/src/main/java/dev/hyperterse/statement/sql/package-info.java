/**
 * Compiles the text of a statement to segments that a replica can only bind: one pass of a lexer for the dialect, and
 * one of a compiler with the rules of {@code docs/reference/rules-of-statements.md}; no grammar of SQL, no clock, no
 * IO. Statements that the engine refuses as syntax errors are left to it; statements that it would accept with another
 * meaning are refused here.
 */
package dev.hyperterse.statement.sql;
