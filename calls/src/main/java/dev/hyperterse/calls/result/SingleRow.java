package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.util.List;

/** The result of a tool that returns one row, from the JSON array of a connector. */
record SingleRow(byte[] json) {
    /** The length of an array without elements. */
    private static final int EMPTY = 2;

    /** @throws CallFailure if there is no row; more than one is excluded by the row limit */
    SingleRow {
        if (json.length == EMPTY) {
            throw new CallFailure(Stage.RESULT, "the result has no row");
        }
    }

    /** A JSON value, which is {@code [from, to)} of the array. */
    @FunctionalInterface
    interface Sink {
        void value(byte[] json, int from, int to);
    }

    void row(Sink sink) {
        sink.value(json, 1, json.length - 1);
    }

    /** @throws CallFailure when the row has no column or several */
    void value(Sink sink) {
        JsonRows.of(json, List.of()).forEach((_, spans) -> {
            var columns = spans.length / 2;
            if (columns != 1) {
                throw new CallFailure(
                        Stage.RESULT,
                        "the row has %d columns, and the result of this tool is one value".formatted(columns));
            }
            sink.value(json, spans[0], spans[1]);
        });
    }
}
