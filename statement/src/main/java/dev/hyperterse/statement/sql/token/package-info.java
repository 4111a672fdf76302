/** The lexer of SQL, which a dialect directs, and the rules that a text can break. No placeholder is judged here. */
package dev.hyperterse.statement.sql.token;
