/**
 * MCP 2024-11-05 to 2025-11-25: sessions that begin with {@code initialize}, batches, and the dispatch of methods.
 * Messages and the results of methods are shared with other eras in packages above. Knows no other era and no HTTP
 * server.
 */
package dev.hyperterse.runtime.mcp.legacy;
