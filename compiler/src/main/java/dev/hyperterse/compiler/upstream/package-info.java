/**
 * Makes tools, prompts and resources of the approved definitions of another MCP server. Pure: nothing here asks that server,
 * and nothing of a definition is served that is not in the document.
 */
package dev.hyperterse.compiler.upstream;
