package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.catalog.result.RowShape;

/**
 * Rows that a script or a composition returned. They are complete before the first is written, so the limit of the tool needs no engine
 * that stops.
 *
 * @param json an array of {@code count} objects without white space between them
 */
public record CompleteRows(byte[] json, int count) {
    /** @throws CallFailure when these rows are no result of a tool with these rules */
    public void write(RowRules ofTool, ResultWriter result) {
        var rules = result.forReader(ofTool);
        check(rules);
        var out = result.beginRows(rules);
        if (!rules.limit().truncates()) {
            out.json(json).endRows(RowsEnd.COMPLETE);
            result.endRows(count);
            return;
        }
        var rows = new RowArray(out, rules.limit().most());
        JsonRows.forEachSpan(json, (from, to) -> {
            if (rows.beginRow()) {
                try {
                    out.json(json, from, to);
                    rows.endDocument();
                } catch (ResultTooLarge tooLarge) {
                    rows.leaveOut(tooLarge);
                }
            }
        });
        result.endRows(rows.end());
    }

    private void check(RowRules rules) {
        if (rules.shape() != RowShape.Rows && count != 1) {
            throw new CallFailure(
                    Stage.RESULT,
                    "the tool returned %s, and its result is one row"
                            .formatted(count == 0 ? "no row" : count + " rows"));
        }
        if (count > rules.limit().most() && !rules.limit().truncates()) {
            throw new CallFailure(
                    Stage.RESULT,
                    "the tool returned %d rows, and allows %d"
                            .formatted(count, rules.limit().most()));
        }
    }
}
