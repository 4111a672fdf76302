/**
 * Results of statements that only read, kept for later calls with the same values: what tells calls apart, one run for calls
 * that come together, and the memory that results are kept in. Knows neither engines nor MCP.
 */
package dev.hyperterse.runtime.tool.cache;
