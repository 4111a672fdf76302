/**
 * The methods that all eras have, each from the parameters of its request to its result, with the rates and the audit of a call.
 * Must not know eras.
 */
package dev.hyperterse.runtime.mcp.method;
