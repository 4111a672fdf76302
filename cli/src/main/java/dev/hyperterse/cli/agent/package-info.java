/**
 * The configuration files of MCP clients that people install: where they lie, what an entry for a server looks like, and
 * how it is merged into a file without losing anything else. Nothing here starts a client or a server.
 */
package dev.hyperterse.cli.agent;
