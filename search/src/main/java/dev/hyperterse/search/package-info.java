/**
 * Finds the tools that match a query in plain words: immutable segments for catalog slots, an index composed of them
 * when a catalog becomes live, one deterministic ranking, and hits with prepared JSON. Must not know MCP, HTTP or
 * callers: visibility is a filter.
 */
package dev.hyperterse.search;
