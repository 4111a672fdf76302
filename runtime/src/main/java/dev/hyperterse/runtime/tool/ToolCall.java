package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallContext;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.result.ResultWriter;

/**
 * One call on its way through the stages of its tool: what it began with, and what each stage leaves for the next. Used by
 * one thread at a time.
 */
public final class ToolCall implements AutoCloseable {
    private final CallContext context;
    private final JsonSpan arguments;
    private final ResultWriter result;
    private final Reservation memory;
    private Object[] inputs = {};

    /** @param arguments the JSON object of the arguments */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result) {
        this.context = context;
        this.arguments = arguments;
        this.result = result;
        this.memory = result.reservation();
    }

    public CallContext context() {
        return context;
    }

    public JsonSpan arguments() {
        return arguments;
    }

    /** Where the result is written. */
    public ResultWriter result() {
        return result;
    }

    /** What the call takes beside its answer. */
    Reservation memory() {
        return memory;
    }

    /** The values of the inputs, in their declared order; set by {@code validate}. */
    Object[] inputs() {
        return inputs;
    }

    void inputs(Object[] values) {
        inputs = values;
    }

    @Override
    public void close() {
        memory.close();
    }
}
