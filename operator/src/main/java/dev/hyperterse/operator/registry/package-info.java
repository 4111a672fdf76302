/**
 * The registry of the servers with a public URL, in the API of MCP registries. It is made from the objects that the
 * operator follows, and changes none. Tools are not in it: a server lists them by the rights of each caller.
 */
package dev.hyperterse.operator.registry;
