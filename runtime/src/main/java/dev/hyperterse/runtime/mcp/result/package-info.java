/**
 * The members of the results of MCP: how rows and content become those of a tool, a prompt or a resource, within the frame that
 * an era gives them. Knows no era and no request.
 */
package dev.hyperterse.runtime.mcp.result;
