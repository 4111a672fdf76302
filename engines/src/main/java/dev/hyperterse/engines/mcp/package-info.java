/**
 * Other MCP servers: passes calls on, in the era that the server speaks, and their results back. Everything that the
 * other server sends is bounded, and nothing of it is trusted. Must not know tools or scripts of this server.
 */
package dev.hyperterse.engines.mcp;
