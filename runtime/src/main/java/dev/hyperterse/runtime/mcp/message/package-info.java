/**
 * Messages of JSON-RPC as they are posted: one scan of the bytes checks them and remembers where the members lie that matter. No
 * tree is built. Knows no method, no era and no answer.
 */
package dev.hyperterse.runtime.mcp.message;
