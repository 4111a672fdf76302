/**
 * The streams that clients keep open for notifications: which are open, what each has still to be sent, and the pace. Each
 * stream is written by its own thread only. Nothing here knows the HTTP server.
 */
package dev.hyperterse.runtime.mcp.stream;
