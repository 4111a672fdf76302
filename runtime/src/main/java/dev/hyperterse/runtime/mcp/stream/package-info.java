/**
 * Open streams of clients of all eras, and their notifications: pending notifications, pace, and the timeout of each
 * write. Each stream is written only by its own thread. Knows no era, no session and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.stream;
