package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallContext;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one run of a script begins with.
 *
 * @param inputs as a JSON object
 * @param uri that is read, where it is of a resource
 * @param buffers gives buffers for what the script reads and does not answer, which must be closed
 */
public record ScriptCall(
        String inputs,
        Optional<String> uri,
        CallContext context,
        ScriptQueries queries,
        Supplier<ResultBuffer> buffers) {
    /** Of what has no URI. */
    public ScriptCall(String inputs, CallContext context, ScriptQueries queries, Supplier<ResultBuffer> buffers) {
        this(inputs, Optional.empty(), context, queries, buffers);
    }
}
