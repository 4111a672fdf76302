/**
 * The notification streams of sessions: which are open, which revision each client knows, and how it resumes. Knows no
 * message of a client and no HTTP server.
 */
package dev.hyperterse.runtime.mcp.legacy.stream;
