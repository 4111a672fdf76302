/**
 * The engines: each connects, runs bound statements and writes rows as JSON. Each engine has a package of its own; this
 * one has the code that they share and the list of engines. These packages must not know tools or HTTP.
 */
package dev.hyperterse.engines;
