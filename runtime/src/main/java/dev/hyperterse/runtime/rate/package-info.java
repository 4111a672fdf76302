/**
 * Rate limits: token buckets for callers, tools and the server, of one replica or borrowed from all. Knows neither HTTP
 * nor MCP nor adapters.
 */
package dev.hyperterse.runtime.rate;
