/**
 * The registry: what clients are told of the servers of the cluster that can be reached from outside, by the API of MCP
 * registries. It reads what the operator has read, and changes nothing. Which tools a server has is for the server to
 * say, which knows its callers.
 */
package dev.hyperterse.operator.registry;
