/**
 * Sealed and signed texts that clients carry, such as cursors of lists, and their keys. Every replica of a server opens
 * them. Knows no era, no session and no message.
 */
package dev.hyperterse.runtime.mcp.seal;
