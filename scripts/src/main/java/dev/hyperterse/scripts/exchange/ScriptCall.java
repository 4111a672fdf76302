package dev.hyperterse.scripts.exchange;

import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The input of one run of a script.
 *
 * @param given a JSON object: the inputs, or the result for an output transform
 * @param uri of the resource, if one is read
 * @param buffers for data that the script reads and does not return; must be closed
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
