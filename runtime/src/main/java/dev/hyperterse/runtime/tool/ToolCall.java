package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallContext;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.result.ResultWriter;
import java.util.Optional;

/**
 * One call on its way through the stages of its tool: what it began with, and what each stage leaves for the next. Used by
 * one thread at a time.
 */
public final class ToolCall implements AutoCloseable {
    private final CallContext context;
    private JsonSpan arguments;
    private final ResultWriter result;
    private final Reservation memory;
    private final ToolDirectory tools;
    private Optional<CallTree> tree;
    private Object[] inputs = {};
    private Optional<String> reason = Optional.empty();

    /** One that calls no other tools. @param arguments the JSON object of the arguments */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result) {
        this(context, arguments, result, ToolDirectory.NONE);
    }

    /** One of a client. @param tools what scripts may call meanwhile */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result, ToolDirectory tools) {
        this(context, arguments, result, tools, Optional.empty());
    }

    /** One that a script makes. */
    ToolCall(CallContext context, JsonSpan arguments, ResultWriter result, ToolDirectory tools, CallTree tree) {
        this(context, arguments, result, tools, Optional.of(tree));
    }

    private ToolCall(
            CallContext context,
            JsonSpan arguments,
            ResultWriter result,
            ToolDirectory tools,
            Optional<CallTree> tree) {
        this.context = context;
        this.arguments = arguments;
        this.result = result;
        this.memory = result.reservation();
        this.tools = tools;
        this.tree = tree;
    }

    public CallContext context() {
        return context;
    }

    public JsonSpan arguments() {
        return arguments;
    }

    /** Those that take the place of what the caller gave. */
    void arguments(JsonSpan changed) {
        arguments = changed;
    }

    /** Where the result is written. */
    public ResultWriter result() {
        return result;
    }

    /** What scripts may call for the caller. */
    ToolDirectory tools() {
        return tools;
    }

    /** Where it is among the calls of scripts. */
    CallTree tree() {
        if (tree.isEmpty()) {
            tree = Optional.of(CallTree.root());
        }
        return tree.get();
    }

    /** The same call with another result, which it gives first; to be closed. */
    ToolCall into(ResultWriter other) {
        var inner = new ToolCall(context, arguments, other, tools, tree());
        inner.inputs(inputs);
        return inner;
    }

    /** What the call takes beside its answer. */
    Reservation memory() {
        return memory;
    }

    /** Why the decision point of the server lets it go on, where there is one. */
    public Optional<String> reason() {
        return reason;
    }

    void decided(Optional<String> why) {
        reason = why;
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
