package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallContext;
import java.util.Optional;

/**
 * What one run of a script begins with.
 *
 * @param inputs as a JSON object
 * @param uri that is read, where it is of a resource
 */
public record ScriptCall(String inputs, Optional<String> uri, CallContext context, ScriptQueries queries) {
    /** Of what has no URI. */
    public ScriptCall(String inputs, CallContext context, ScriptQueries queries) {
        this(inputs, Optional.empty(), context, queries);
    }
}
