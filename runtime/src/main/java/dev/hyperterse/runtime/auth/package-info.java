/**
 * Who calls: the plugins of a server, each of which takes one kind of credentials. Knows headers by their names and values
 * alone: no HTTP server, no MCP, no tool. Credentials are in no message, log line or exception.
 */
package dev.hyperterse.runtime.auth;
