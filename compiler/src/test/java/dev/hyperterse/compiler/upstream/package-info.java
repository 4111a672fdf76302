/** Tests of the tools of other MCP servers, as their definitions are read; the goldens have the whole of it. */
package dev.hyperterse.compiler.upstream;
