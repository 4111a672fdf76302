/**
 * Rate limits: token buckets for callers, tools and the server, of one replica or shared by all. Knows neither HTTP nor
 * MCP.
 */
package dev.hyperterse.runtime.rate;
