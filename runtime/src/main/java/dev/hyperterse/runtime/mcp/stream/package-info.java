/**
 * Clients that keep a stream open, of whichever era, and how they are notified: what each has still to be sent, the pace, and the bound on each write.
 * Each stream is written by its own thread only. Knows no era, no session and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.stream;
