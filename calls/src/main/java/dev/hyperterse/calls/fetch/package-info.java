/**
 * HTTP requests of scripts and tools: only to URLs that their server allows and addresses that are checked ({@code address}),
 * and with limits on everything that the other side controls. Must not know engines of scripts or tools.
 */
package dev.hyperterse.calls.fetch;
