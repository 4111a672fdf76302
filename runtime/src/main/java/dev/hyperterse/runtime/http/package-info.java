/**
 * The MCP endpoint on the HTTP server: admission, responses and event streams. What a request says is read in {@code
 * request}; messages are interpreted in {@code mcp}.
 */
package dev.hyperterse.runtime.http;
