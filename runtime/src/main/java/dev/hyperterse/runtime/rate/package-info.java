/**
 * How many calls may come: buckets of tokens for callers, tools and the server, of one replica. Knows neither HTTP nor MCP.
 */
package dev.hyperterse.runtime.rate;
