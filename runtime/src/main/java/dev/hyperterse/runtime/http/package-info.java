/**
 * The MCP endpoint on the HTTP server: admission, request bodies, responses and event streams. Messages are interpreted
 * in {@code mcp}.
 */
package dev.hyperterse.runtime.http;
