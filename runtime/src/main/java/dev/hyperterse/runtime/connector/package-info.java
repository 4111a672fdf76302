/**
 * The engines: how each connects, runs a bound statement and turns its rows into JSON. One package for each engine; here is
 * what they have in common, and which there are. Nothing in these packages knows tools, inputs or HTTP.
 */
package dev.hyperterse.runtime.connector;
