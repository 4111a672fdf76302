/**
 * The command {@code import}: definitions of another MCP server, or the document of an API, as a file to approve, and
 * configurations of other products as a directory. They are read in {@code cli.upstream} and {@code cli.imports}.
 */
package dev.hyperterse.cli.command.imports;
