/**
 * Masks columns by their labels: reads the schema of a database, resolves statements against it, and decides what a
 * caller sees. Whatever cannot be resolved is refused. Must not know engines or MCP.
 */
package dev.hyperterse.runtime.tool.masking;
