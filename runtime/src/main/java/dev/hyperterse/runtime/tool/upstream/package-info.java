/**
 * The step that passes a call on to another server, and its result back. Must not know the protocol to that server,
 * which is an engine.
 */
package dev.hyperterse.runtime.tool.upstream;
