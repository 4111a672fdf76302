package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.calls.turn.ConcurrentCalls;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.AuditedCalls;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReport;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs the linked tools of a catalog within the limits of its server, and writes the response around their results. */
final class ToolRun {
    /** The size of a response without its rows: the envelope, an id, a few braces. */
    private static final int ENVELOPE = 4 * 1024;

    private final InFlightCalls inFlight;
    private final BufferBudget budget;
    private final AuditedCalls audited;
    private final McpObserver observer;
    private final RateCheck rates;
    private final ConcurrentCalls concurrentCalls = new ConcurrentCalls();

    ToolRun(InFlightCalls inFlight, BufferBudget budget, RateCheck rates, AuditedCalls audited, McpObserver observer) {
        this.inFlight = inFlight;
        this.budget = budget;
        this.rates = rates;
        this.audited = audited;
        this.observer = observer;
    }

    /** A run that did not fail. */
    sealed interface Ran {
        Answer answer();

        record Completed(int rows, Answer answer) implements Ran {}

        /** The client must answer questions and repeat the call. */
        record InputRequired(Answer answer) implements Ran {}

        /** Cancelled by the client, which expects no response. */
        record Cancelled() implements Ran {
            @Override
            public Answer answer() {
                return new Answer.Nothing();
            }
        }
    }

    /** Runs a program, which is no definition. */
    Ran run(Call call, LinkedTool linked, JsonSpan arguments, Function<ResultBuffer, ResultWriter> writer) {
        return run(call, Optional.empty(), _ -> {}, linked, arguments, writer);
    }

    /**
     * @param call its report gets the outcome
     * @param leaf the definition that runs
     * @param writer writes the members of the method's result into the buffer
     * @throws CallFailure when the call failed and its client has not cancelled it
     */
    Ran run(Call call, Leaf leaf, LinkedTool linked, JsonSpan arguments, Function<ResultBuffer, ResultWriter> writer) {
        return run(call, Optional.of(leaf), _ -> {}, linked, arguments, writer);
    }

    /** Runs the tool of a definition that is none: its rules are no stage of the tool, and come before. */
    Ran run(
            Call call,
            Leaf leaf,
            Optional<CallRules> rules,
            Map<String, String> values,
            LinkedTool linked,
            Function<ResultBuffer, ResultWriter> writer) {
        Consumer<CallScope> check = scope -> rules.ifPresent(it -> call.check(it, values, scope));
        return run(call, Optional.of(leaf), check, linked, JsonSpan.of(values), writer);
    }

    /**
     * Asks the rules about a call that runs nothing else. While it waits for a decision, it is one of the running calls: what
     * ends these ends it.
     *
     * @return whether it goes on: its client may have cancelled it
     * @throws CallFailure if they do not admit it
     */
    boolean admits(Call call, Optional<CallRules> rules, Map<String, String> values) {
        if (rules.isEmpty()) {
            return true;
        }
        if (!rules.get().hasDecisionPoint()) {
            call.check(rules.get(), values);
            return true;
        }
        var admitted = withinCaller(call, scope -> {
            call.check(rules.get(), values, scope);
            return true;
        });
        if (admitted.isEmpty()) {
            call.report().failed(Stage.CANCELLED);
        }
        return admitted.isPresent();
    }

    private Ran run(
            Call call,
            Optional<Leaf> leaf,
            Consumer<CallScope> check,
            LinkedTool linked,
            JsonSpan arguments,
            Function<ResultBuffer, ResultWriter> writer) {
        var report = call.report();
        report.calledWith(() -> arguments);
        try {
            leaf.ifPresent(it -> requireTask(call, it));
            leaf.ifPresent(call.exchange()::runs);
            var ran = withinCaller(call, scope -> {
                        check.accept(scope);
                        return within(scope, call, linked, arguments, writer);
                    })
                    .orElseGet(Ran.Cancelled::new);
            switch (ran) {
                case Ran.Completed completed -> report.completed(completed.rows());
                case Ran.InputRequired _ -> report.inputRequired();
                case Ran.Cancelled _ -> report.failed(Stage.CANCELLED);
            }
            return ran;
        } catch (CallFailure failure) {
            report.failed(failure);
            throw leaf.filter(ToolRun::returnsMarked).isPresent() ? Boundary.round(failure) : failure;
        }
    }

    private static boolean returnsMarked(Leaf leaf) {
        return leaf instanceof ToolLeaf tool && tool.returnsMarked();
    }

    private static void requireTask(Call call, Leaf leaf) {
        if (leaf instanceof ToolLeaf tool
                && tool.task().filter(ToolLeaf.Task::required).isPresent()
                && call.exchange().taskLimit().isEmpty()) {
            throw UndeclaredCapability.ofExtension(
                    Stage.RESOLVE,
                    "the tool '%s' runs as a task only, and the client has not declared the extension '%s'"
                            .formatted(tool.name(), DeclaredCapabilities.TASKS),
                    DeclaredCapabilities.TASKS);
        }
    }

    /** Runs within the limit of the caller's concurrent calls; empty if its client has cancelled it. */
    private <T> Optional<T> withinCaller(Call call, Function<CallScope, T> work) {
        var most = call.live().settings().limits().concurrentCallsPerPrincipal();
        if (most.isEmpty()) {
            return admitted(call, work);
        }
        if (!concurrentCalls.enter(call.principal(), most.get())) {
            throw new CallFailure(Stage.BUSY, "busy: this caller has reached its limit of concurrent calls, try again");
        }
        try {
            return admitted(call, work);
        } finally {
            concurrentCalls.leave(call.principal());
        }
    }

    private <T> Optional<T> admitted(Call call, Function<CallScope, T> work) {
        var limits = call.live().settings().limits();
        var limit = call.exchange()
                .taskLimit()
                .orElseGet(() -> TimeLimit.of("limits.callTimeout", limits.callTimeoutMillis()));
        var admitted = inFlight.begin(call.known()::key, call.message(), call.batch(), limits.concurrentCalls(), limit);
        if (admitted.isEmpty()) {
            throw new CallFailure(
                    Stage.BUSY, "busy: this replica has reached its limit of concurrent calls, try again");
        }
        try (var running = admitted.get()) {
            // The call ends with the token of its caller, even while it is paused for an answer of the user.
            call.caller().until().ifPresent(running.scope()::endBy);
            if (call.known().endsByDisconnecting()) {
                call.stream().onDisconnect(() -> running.scope().end(CallScope.End.CLIENT));
            }
            try {
                return Optional.of(work.apply(running.scope()));
            } catch (CallFailure failure) {
                if (running.scope().ended().equals(Optional.of(CallScope.End.CLIENT))) {
                    return Optional.empty();
                }
                throw failure;
            }
        }
    }

    private Ran within(
            CallScope scope,
            Call call,
            LinkedTool linked,
            JsonSpan arguments,
            Function<ResultBuffer, ResultWriter> writer) {
        var context = new CallContext(
                call.principal(),
                call,
                scope,
                call.report().trace(),
                call.caller().headers(),
                call.caller().segments());
        var limits = call.live().settings().limits();
        var out = budget.open(limits.maxResultSize() + call.frame().size() + ENVELOPE);
        boolean answered = false;
        try {
            Rpc.begin(out, call.message(), call.frame());
            var result = writer.apply(out);
            try (var toolCall = new ToolCall(
                    context, arguments, result, new CountedTools(call, context.trace(), rates, audited, observer))) {
                if (call(linked, toolCall, call.report()) == Ended.INPUT_REQUIRED) {
                    return new Ran.InputRequired(call.exchange().inputRequired(call));
                }
            }
            result.end();
            Rpc.end(out);
            answered = true;
            return new Ran.Completed(result.rows(), new Answer.Buffered(out));
        } finally {
            if (!answered) {
                out.release();
            }
        }
    }

    /** Calls a tool; its report gets the reason of the decision point, also if the call is allowed and fails later. */
    static Ended call(LinkedTool linked, ToolCall call, CallReport report) {
        try {
            return linked.call(call);
        } finally {
            report.decided(call.reason());
        }
    }
}
