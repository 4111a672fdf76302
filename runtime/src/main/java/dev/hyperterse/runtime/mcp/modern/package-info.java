/**
 * MCP 2026-07-28: each request stands by itself, without a session. Today its openings are recognized and refused, so that
 * clients find their way to the legacy era. Knows no other era, no session and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.modern;
