/** Tests of definitions of other MCP servers, as they are read; the goldens have the whole of it. */
package dev.hyperterse.compiler.upstream;
