/**
 * The adapters that calls run on, the effect of changed settings on running calls, and the limit of calls of each.
 * Engines implement {@link dev.hyperterse.calls.adapter.Connector} elsewhere.
 */
package dev.hyperterse.calls.adapter;
