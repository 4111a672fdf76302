/**
 * Caches results of statements that only read, for later calls with the same values: the keys, the sharing of a run
 * among concurrent calls, and the memory of the results. Must not know engines or MCP.
 */
package dev.hyperterse.runtime.tool.cache;
