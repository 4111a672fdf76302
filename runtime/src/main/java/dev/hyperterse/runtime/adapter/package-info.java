/**
 * The adapters that calls run on: which there are, what a change of their settings means for the calls that run, and how
 * many calls each may have. Engines implement {@link dev.hyperterse.runtime.adapter.Connector} elsewhere.
 */
package dev.hyperterse.runtime.adapter;
