/**
 * Authentication: the plugins of a server, each of which accepts one kind of credentials. Knows headers by their names
 * and values only: no HTTP server, no MCP, no tool. Credentials are in no message, log line or exception.
 */
package dev.hyperterse.runtime.auth;
