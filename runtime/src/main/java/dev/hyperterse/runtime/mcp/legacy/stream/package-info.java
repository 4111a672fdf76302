/**
 * The streams that sessions keep open for notifications: which are open, which revision each client knows, and how it resumes.
 * Knows no message of a client and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.legacy.stream;
