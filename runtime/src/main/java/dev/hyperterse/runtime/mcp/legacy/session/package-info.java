/**
 * Legacy sessions: their sealed ids contain the session, so that every replica can open an id and none has to store it;
 * and the small state that a replica has of a session in addition. No HTTP, no messages.
 */
package dev.hyperterse.runtime.mcp.legacy.session;
