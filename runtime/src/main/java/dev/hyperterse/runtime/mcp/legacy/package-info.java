/**
 * MCP 2024-11-05 to 2025-11-25: sessions that begin with {@code initialize}, batches, and which method does what. What a
 * message is, and what the methods answer, is shared with other eras and lives above. Knows no other era and no HTTP
 * server.
 */
package dev.hyperterse.runtime.mcp.legacy;
