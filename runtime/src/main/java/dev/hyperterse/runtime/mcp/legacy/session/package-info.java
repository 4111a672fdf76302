/**
 * Legacy sessions: ids that carry their own content, sealed, so that every replica opens every id and none has to store
 * one; and the little that a replica remembers of a session besides. No HTTP, no messages.
 */
package dev.hyperterse.runtime.mcp.legacy.session;
