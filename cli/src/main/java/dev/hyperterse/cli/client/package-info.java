/**
 * A small MCP client, for {@code call} and {@code search}: over HTTP with the MCP SDK's client, or straight into a replica
 * of this process. Knows nothing of command lines.
 */
package dev.hyperterse.cli.client;
