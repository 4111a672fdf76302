package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallOutcome;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.live.LiveTool;
import dev.hyperterse.runtime.mcp.session.Session;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.ResultBuffer.Form;
import dev.hyperterse.runtime.tool.LinkedTool;
import java.util.Optional;
import java.util.function.Function;

/** Runs what a catalog has linked, within the limits of its server, and writes the answer around the rows. */
final class ToolRun {
    /** What an answer may be larger than its rows: the envelope, an id, a few braces. */
    private static final int ENVELOPE = 4 * 1024;

    private static final String TEXT_BLOCK = "{\"content\":[{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}]}";

    private final InFlightCalls inFlight;
    private final BufferBudget budget;
    private final McpObserver observer;

    ToolRun(InFlightCalls inFlight, BufferBudget budget, McpObserver observer) {
        this.inFlight = inFlight;
        this.budget = budget;
        this.observer = observer;
    }

    /** How a run ended: with an answer, or with what to tell instead. */
    sealed interface Ended {
        record WithRows(int rows, Answer answer) implements Ended {}

        record Failed(Stage stage, String message) implements Ended {}

        /** By its own client, which expects no answer any more. */
        record Cancelled() implements Ended {}
    }

    /** How rows become the result of a method; leaves the buffer holding a complete result, in plain form. */
    @FunctionalInterface
    interface Shape {
        CallOutcome write(ResultBuffer out, Function<ResultBuffer, CallOutcome> rows);
    }

    /** Rows as the text of one content block: what {@code execute} answers, and a tool without an output schema. */
    static CallOutcome asText(ResultBuffer out, Function<ResultBuffer, CallOutcome> rows) {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
        var outcome = rows.apply(out);
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
        return outcome;
    }

    /** Rows as structured content, and the same once more as text for clients that know no other. */
    static CallOutcome asStructured(ResultBuffer out, Function<ResultBuffer, CallOutcome> rows) {
        out.ascii("{\"structuredContent\":");
        int from = out.size();
        out.ascii("{\"rows\":");
        var outcome = rows.apply(out);
        out.ascii("}");
        int to = out.size();
        out.ascii(",\"content\":[{\"type\":\"text\",\"text\":\"").repeatInsideString(from, to);
        out.ascii(AFTER_TEXT);
        return outcome;
    }

    Ended run(Call call, LiveTool tool, JsonSpan arguments, Shape shape) {
        return run(call, tool.linked(), arguments, shape);
    }

    Ended run(Call call, LinkedTool linked, JsonSpan arguments, Shape shape) {
        long began = System.nanoTime();
        var ended = bounded(call, linked, arguments, shape);
        observer.ran(
                switch (ended) {
                    case Ended.WithRows rows -> Optional.empty();
                    case Ended.Failed(var stage, var message) -> Optional.of(stage);
                    case Ended.Cancelled() -> Optional.of(Stage.CANCELLED);
                },
                System.nanoTime() - began);
        return ended;
    }

    private Ended bounded(Call call, LinkedTool linked, JsonSpan arguments, Shape shape) {
        var limits = call.live().settings().limits();
        var admitted = inFlight.begin(
                call.session().map(Session::ticket).map(ticket -> ticket.id()),
                call.message(),
                call.batch(),
                limits.concurrentCalls(),
                limits.callTimeoutMillis());
        if (admitted.isEmpty()) {
            return new Ended.Failed(Stage.BUSY, "busy: this replica runs as many calls as it may, try again");
        }
        try (var running = admitted.get()) {
            var ended = within(running.scope(), limits, call, linked, arguments, shape);
            return ended instanceof Ended.Failed && running.scope().ended().equals(Optional.of(CallScope.End.CLIENT))
                    ? new Ended.Cancelled()
                    : ended;
        }
    }

    private Ended within(
            CallScope scope, Limits limits, Call call, LinkedTool linked, JsonSpan arguments, Shape shape) {
        var out = budget.open(limits.maxResultSize() + ENVELOPE);
        boolean answered = false;
        try {
            Rpc.begin(out, call.message());
            var outcome = shape.write(
                    out, buffer -> linked.call(arguments, call.caller().principal(), scope, buffer));
            return switch (outcome) {
                case CallOutcome.Completed(int rows) -> {
                    Rpc.end(out);
                    answered = true;
                    yield new Ended.WithRows(rows, new Answer.Buffered(out));
                }
                case CallOutcome.Failed(var stage, var message) -> new Ended.Failed(stage, message);
            };
        } catch (CallFailure failure) {
            return new Ended.Failed(failure.stage(), failure.getMessage());
        } finally {
            if (!answered) {
                out.release();
            }
        }
    }
}
