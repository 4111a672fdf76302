/**
 * Tools as a catalog says them, made into something that can be called: the stages that a call passes, worked out when the
 * catalog becomes live. Knows neither MCP nor HTTP.
 */
package dev.hyperterse.runtime.tool;
