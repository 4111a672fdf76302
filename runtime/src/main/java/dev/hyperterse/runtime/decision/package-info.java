/**
 * The HTTP client of a decision point: request body, signature, and the validation of responses. Knows neither MCP nor
 * the effect of a decision on a call.
 */
package dev.hyperterse.runtime.decision;
