/**
 * The dialects of SQL: what the grammars of the engines differ in, and the forms that each writes. No rule of one
 * statement.
 */
package dev.hyperterse.statement.sql.dialect;
