/**
 * One call, from the bytes of its arguments to the bytes of its rows: validation, binding, the deadline, the buffers,
 * and the adapters a call runs on. Nothing here knows MCP or HTTP, or speaks to an engine; engines implement
 * {@link dev.hyperterse.runtime.pipeline.Connector} elsewhere.
 */
package dev.hyperterse.runtime.pipeline;
