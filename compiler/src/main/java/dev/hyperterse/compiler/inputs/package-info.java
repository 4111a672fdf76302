/**
 * The inputs of tools: the short form with its defaults and bounds, the JSON Schema that clients see, and schemas that
 * authors wrote themselves. Checks shapes only; values of calls are the runtime's.
 */
package dev.hyperterse.compiler.inputs;
