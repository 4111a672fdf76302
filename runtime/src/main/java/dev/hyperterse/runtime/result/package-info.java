/**
 * Writes results: rows and their columns, in the form of the buffer of the answer, and content as MCP spells it. What a
 * client sees of them is decided in {@code mcp}.
 */
package dev.hyperterse.runtime.result;
