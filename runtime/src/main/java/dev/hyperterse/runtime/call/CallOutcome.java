package dev.hyperterse.runtime.call;

/** How a call ended. */
public sealed interface CallOutcome {
    /** The rows are in the result buffer, as one JSON array. */
    record Completed(int rows) implements CallOutcome {}

    /** Nothing of the call is in the result buffer; {@code message} is one line that the caller may see. */
    record Failed(Stage stage, String message) implements CallOutcome {}
}
