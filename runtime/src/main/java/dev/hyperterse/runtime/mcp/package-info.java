/**
 * MCP over one posted body at a time, as all eras have it: what a message is, what the methods answer, how an answer is
 * written. What only one era has lives in its own package below. Nothing here knows the HTTP server; calls run in
 * {@code tool}, catalogs live in {@code live}.
 */
package dev.hyperterse.runtime.mcp;
