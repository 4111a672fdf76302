/**
 * Rate limits: token buckets for callers, tools and the server, of one replica, or borrowed from buckets that replicas
 * share. Must not know HTTP, MCP or adapters.
 */
package dev.hyperterse.runtime.rate;
