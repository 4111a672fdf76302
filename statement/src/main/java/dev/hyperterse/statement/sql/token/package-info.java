/** The lexer of SQL, configured by the dialect, and the identifiers of the SQL rules. Placeholders are checked elsewhere. */
package dev.hyperterse.statement.sql.token;
