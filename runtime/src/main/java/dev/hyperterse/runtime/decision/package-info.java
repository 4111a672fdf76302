/**
 * A decision point that is asked over HTTP: what it is sent, how that is signed, what counts as an answer. Knows neither MCP
 * nor what becomes of a call.
 */
package dev.hyperterse.runtime.decision;
