/** The messages of another MCP server, read with bounds, and what each of them means for a call. No connection. */
package dev.hyperterse.engines.mcp.message;
