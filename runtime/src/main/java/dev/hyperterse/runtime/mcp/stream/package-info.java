/**
 * The streams that clients keep open to be told of changes: who listens, what each still has to hear, and the pace. Each
 * stream is written by its own thread only. Nothing here knows the HTTP server.
 */
package dev.hyperterse.runtime.mcp.stream;
