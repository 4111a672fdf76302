/**
 * The engines: how each connects, runs a bound statement and turns its rows into JSON. What is fixed at connect is fixed
 * here, and only here. Nothing in this package knows tools, inputs or HTTP.
 */
package dev.hyperterse.runtime.connector;
