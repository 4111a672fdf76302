/**
 * MCP 2026-07-28: each request says all that there is to know of its client, and stands by itself. Knows no other era, no
 * session and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.modern;
