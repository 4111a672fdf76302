/**
 * Posted JSON-RPC messages: one scan of the bytes validates them and stores the positions of the evaluated members. No
 * tree is built. Knows no method, no era and no response.
 */
package dev.hyperterse.runtime.mcp.message;
