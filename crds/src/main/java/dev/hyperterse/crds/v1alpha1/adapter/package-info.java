/** The adapters of a server: how a database, an HTTP API or another MCP server is reached. No statements. */
package dev.hyperterse.crds.v1alpha1.adapter;
