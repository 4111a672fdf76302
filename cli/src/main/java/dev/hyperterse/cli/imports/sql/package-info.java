/** Reads statements out of {@code .sql} files, with names in comments as sqlc, yesql and their like have them. */
package dev.hyperterse.cli.imports.sql;
