/**
 * Requests that scripts send over HTTP: only to what their server allows, only to addresses that are checked, and with a
 * bound on everything that the other side decides. Knows no script and no tool.
 */
package dev.hyperterse.runtime.fetch;
