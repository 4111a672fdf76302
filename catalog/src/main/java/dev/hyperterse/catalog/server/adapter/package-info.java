/**
 * The adapters of a server: the database, API or MCP server behind each, and how it is reached. Must not know which tools
 * run on them.
 */
package dev.hyperterse.catalog.server.adapter;
