/**
 * Finds the tools that fit a query in plain words: immutable segments per catalog slot, an index composed of them at
 * swap time, one deterministic ranker, and hits whose JSON is written ahead. Knows neither MCP nor HTTP nor who asks:
 * what a caller may see comes in as a filter.
 */
package dev.hyperterse.runtime.search;
