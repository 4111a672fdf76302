/** The headers that repeat members of a request, and whether both agree. Must not know methods, rounds or tasks. */
package dev.hyperterse.runtime.mcp.modern.header;
