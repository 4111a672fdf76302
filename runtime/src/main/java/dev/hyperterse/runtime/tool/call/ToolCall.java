package dev.hyperterse.runtime.tool.call;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.runtime.access.CountedCall;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The state of one call in the stages of its tool: its input, and the results of each stage for the next. Used by one
 * thread at a time.
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
    private Set<String> masked = new ConcurrentSkipListSet<>();
    private CountedCall counted = CountedCall.NOWHERE;

    /** A call that cannot call other tools. @param arguments the JSON object of the arguments */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result) {
        this(context, arguments, result, ToolDirectory.NONE);
    }

    /** A call of a client. @param tools that scripts may call */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result, ToolDirectory tools) {
        this(context, arguments, result, tools, Optional.empty());
    }

    /** A call by a script. */
    public ToolCall(CallContext context, JsonSpan arguments, ResultWriter result, ToolDirectory tools, CallTree tree) {
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

    public void arguments(JsonSpan changed) {
        arguments = changed;
    }

    public ResultWriter result() {
        return result;
    }

    /** The tools that scripts may call for the caller. */
    public ToolDirectory tools() {
        return tools;
    }

    /** Its position in the calls of scripts. */
    public CallTree tree() {
        if (tree.isEmpty()) {
            tree = Optional.of(CallTree.root());
        }
        return tree.get();
    }

    /** The call with another result; must be closed. */
    public ToolCall into(ResultWriter other) {
        var inner = new ToolCall(context, arguments, other, tools, tree());
        inner.inputs(inputs);
        inner.masked = masked;
        return inner;
    }

    /** The memory of the call in addition to its response. */
    public Reservation memory() {
        return memory;
    }

    /** The reason that the decision point of the server gave for allowing the call, and what it did not show. */
    public Optional<String> reason() {
        return masked.isEmpty()
                ? reason
                : Optional.of(reason.map(why -> why + " ").orElse("") + "masked:" + String.join(",", masked));
    }

    /** Columns with these labels are masked in the result. */
    public void masked(Set<String> labels) {
        masked.addAll(labels);
    }

    public Set<String> masked() {
        return Set.copyOf(masked);
    }

    public void decided(Optional<String> why) {
        reason = why;
    }

    /** The rules have admitted the call; it is taken back from the history unless it runs. */
    public void counted(CountedCall call) {
        counted = call;
    }

    /** From here on it may take effect, so it stays in the history. */
    public void runs() {
        counted = CountedCall.NOWHERE;
    }

    /** The values of the inputs, in their declared order; set by {@code validate}. */
    public Object[] inputs() {
        return inputs;
    }

    public void inputs(Object[] values) {
        inputs = values;
    }

    @Override
    public void close() {
        memory.close();
        counted.takeBack();
    }
}
