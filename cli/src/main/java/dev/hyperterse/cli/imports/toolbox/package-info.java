/** Reads {@code tools.yaml} of MCP Toolbox for Databases, in the format with maps and in that with a document for each object. */
package dev.hyperterse.cli.imports.toolbox;
