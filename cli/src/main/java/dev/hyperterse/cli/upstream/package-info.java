/**
 * Definitions of other MCP servers and documents of APIs for people who approve them: fetches them, writes them so that a
 * comparison of two versions shows what changed, and compares. Must not decide what is served.
 */
package dev.hyperterse.cli.upstream;
