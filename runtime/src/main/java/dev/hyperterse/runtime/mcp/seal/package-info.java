/**
 * What a replica gives to clients and takes back unchanged: the keys that sign or seal it, and the cursors of lists. Every
 * replica of a server opens it. Knows no era, no session and no message.
 */
package dev.hyperterse.runtime.mcp.seal;
