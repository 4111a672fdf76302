/** The rules for the result of a tool: its shape, its keys and its format. Rows are never here. */
package dev.hyperterse.catalog.result;
