package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.DecidedFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Collects the data of one call until it ends, for its record, its span and its metrics ({@link CallReports}). Written
 * by the thread of the call.
 */
public final class CallReport {
    // A call without another outcome has ended with an internal error.
    private static final Outcome UNREPORTED = new Outcome.Failed(Stage.INTERNAL);
    private static final int NO_ROWS = -1;

    private final long began = System.nanoTime();
    private CallTrace trace = CallTrace.NONE;
    private boolean traceBegun;
    private String name = "";
    private Optional<? extends Leaf> definition = Optional.empty();
    private Outcome outcome = UNREPORTED;
    private Optional<String> shown = Optional.empty();
    private Optional<String> reason = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private int rows = NO_ROWS;
    private Optional<Supplier<JsonSpan>> arguments = Optional.empty();

    /** Sets the name that the client sent. */
    public void named(String name) {
        this.name = name;
    }

    public void defined(Optional<? extends Leaf> definition) {
        this.definition = definition;
    }

    void traced(CallTrace trace) {
        this.trace = trace;
        traceBegun = true;
    }

    /** The arguments, for records. */
    public void calledWith(Supplier<JsonSpan> arguments) {
        this.arguments = Optional.of(arguments);
    }

    public void completed() {
        outcome = Ended.COMPLETED;
    }

    /** The call needs an answer of the client to continue. */
    public void inputRequired() {
        outcome = Ended.INPUT_REQUIRED;
    }

    public void completed(int rows) {
        completed();
        this.rows = rows;
    }

    /** Adds why the call was allowed, and what it did not show. That stays in the record, however the call ends. */
    public void decided(Optional<String> why) {
        reason = Stream.concat(reason.stream(), why.stream()).reduce("%s %s"::formatted);
    }

    public void failed(Stage stage) {
        outcome = new Outcome.Failed(stage);
    }

    /** @param sentence the sentence that the client gets */
    void failed(Stage stage, String sentence) {
        failed(stage);
        failure = Optional.of(sentence);
    }

    public void failed(CallFailure failure) {
        failed(failure.stage(), failure.getMessage());
        reason = reason.or(() -> DecidedFailure.reason(failure));
    }

    /** @param shown the text in the record instead of the stage */
    void refused(Stage stage, String shown, Optional<String> reason) {
        failed(stage);
        this.shown = Optional.of(shown);
        this.reason = reason;
    }

    long began() {
        return began;
    }

    /** Whether the sampling decision was made. */
    boolean traceBegun() {
        return traceBegun;
    }

    public CallTrace trace() {
        return trace;
    }

    String name() {
        return name;
    }

    Optional<LeafIdentity> definition() {
        return definition.map(Leaf::identity);
    }

    /** The tool, if the definition is one that the caller may use. */
    Optional<ToolLeaf> tool() {
        return shown.isEmpty() && definition.isPresent() && definition.get() instanceof ToolLeaf tool
                ? Optional.of(tool)
                : Optional.empty();
    }

    public Outcome outcome() {
        return outcome;
    }

    String shownOutcome() {
        return shown.orElseGet(outcome::spelling);
    }

    Optional<String> reason() {
        return reason;
    }

    /** The sentence that the client gets, where the call failed with one. */
    Optional<String> failure() {
        return failure;
    }

    OptionalInt rows() {
        return rows == NO_ROWS ? OptionalInt.empty() : OptionalInt.of(rows);
    }

    Optional<JsonSpan> arguments() {
        return arguments.map(Supplier::get);
    }
}
