/**
 * The parts of MCP that all eras share, for one posted body at a time: selecting the era, the methods, limiting and
 * recording calls. Packages below: messages in {@code message}, results in {@code result}, and one for each era. Must
 * not know the HTTP server; calls run in {@code tool}, catalogs live in {@code live}.
 */
package dev.hyperterse.runtime.mcp;
