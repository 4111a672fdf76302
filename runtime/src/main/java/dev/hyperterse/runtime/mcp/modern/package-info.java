/**
 * MCP 2026-07-28: each request is self-contained and describes its client. Knows no other era, no session and no HTTP
 * server.
 */
package dev.hyperterse.runtime.mcp.modern;
