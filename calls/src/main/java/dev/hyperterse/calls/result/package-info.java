/**
 * Writes results: rows and their columns, in the form of the buffer, and content in the format of MCP. How clients see
 * them is defined in {@code mcp}.
 */
package dev.hyperterse.calls.result;
