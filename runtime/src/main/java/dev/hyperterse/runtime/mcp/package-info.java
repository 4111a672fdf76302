/**
 * MCP over one posted body at a time, as all eras have it: which era answers, what the methods answer, how calls are limited and
 * recorded. Below: messages in {@code message}, results in {@code result}, and what only one era has. Nothing here knows the HTTP
 * server; calls run in {@code tool}, catalogs live in {@code live}.
 */
package dev.hyperterse.runtime.mcp;
