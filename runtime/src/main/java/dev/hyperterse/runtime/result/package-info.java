/**
 * How results are written: rows and their columns, in the form that the buffer of the answer asks for, and content as MCP
 * spells it. What a client sees of them is decided in {@code mcp}.
 */
package dev.hyperterse.runtime.result;
