/**
 * One request, from its caller to its answer: what is reported, audited and traced of it. Must not know methods or
 * eras.
 */
package dev.hyperterse.runtime.mcp.call;
