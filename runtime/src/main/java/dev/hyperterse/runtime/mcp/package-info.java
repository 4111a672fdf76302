/**
 * MCP's legacy era over one posted body at a time: what a message is, which method it calls, what the answer says, and
 * what open streams are sent. Nothing here knows the HTTP server; calls run in {@code tool}, catalogs live in
 * {@code live}.
 */
package dev.hyperterse.runtime.mcp;
