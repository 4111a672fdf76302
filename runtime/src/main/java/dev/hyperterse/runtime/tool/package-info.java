/**
 * Links the tools of a catalog into lists of stages when the catalog becomes live, and runs calls through them. Must
 * not know MCP or HTTP.
 */
package dev.hyperterse.runtime.tool;
