package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallContext;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The input of one run of a script.
 *
 * @param given as a JSON object: the inputs, or the result that an output transform changes
 * @param uri that is read, where it is of a resource
 * @param buffers for data that the script reads and does not return; to be closed
 */
public record ScriptCall(
        String given,
        Optional<String> uri,
        CallContext context,
        ScriptQueries queries,
        ScriptTools tools,
        Supplier<ResultBuffer> buffers) {
    /** A call without a URI and without tools. */
    public ScriptCall(String given, CallContext context, ScriptQueries queries, Supplier<ResultBuffer> buffers) {
        this(given, Optional.empty(), context, queries, ScriptTools.NONE, buffers);
    }
}
