/**
 * The results of MCP: rows and content as members of a result of a tool, a prompt or a resource, within the frame of an
 * era. Knows no era and no request.
 */
package dev.hyperterse.runtime.mcp.result;
