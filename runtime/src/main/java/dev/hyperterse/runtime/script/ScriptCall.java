package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallContext;

/**
 * What one run of a script begins with.
 *
 * @param inputs as a JSON object
 */
public record ScriptCall(String inputs, CallContext context, ScriptQueries queries) {}
