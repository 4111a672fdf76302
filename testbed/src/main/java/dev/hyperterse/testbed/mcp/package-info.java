/**
 * A plain MCP client for tests and benches: requests over kept connections, the stream of notices, and many clients at
 * once. It forgives nothing that an ordinary client would not, and remembers everything that went wrong.
 */
package dev.hyperterse.testbed.mcp;
