package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.runtime.mcp.message.JsonStrings;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A result whose parts are the elements of one list. Writes the members of the result object. */
abstract class ListedResult extends ResultWriter {
    private final String opening;
    private boolean empty = true;
    private int opened;
    private final ResultFrame frame;
    private final List<String> notes = new ArrayList<>(1);

    /** @param opening the name of the member and the bracket of its list */
    ListedResult(ResultBuffer out, String opening, ResultFrame frame) {
        super(out);
        this.opening = opening;
        this.frame = frame;
        // The eras have the same room for rows, so that they share cached ones.
        out.reserve(frame.size());
    }

    /** A piece follows. */
    final void next() {
        if (empty) {
            opened = out.size();
        }
        out.ascii(empty ? opening : ",");
        empty = false;
    }

    @Override
    protected final void rowsReset() {
        empty |= out.size() <= opened;
    }

    @Override
    public final void fromCache(Duration age, Duration remaining) {
        note("\"dev.hyperterse/cache\":{\"ageMs\":" + age.toMillis() + ",\"ttlMs\":" + remaining.toMillis() + "}");
    }

    /** Structured content and failures are for tools only. */
    @Override
    public void whole(
            String content, Optional<String> structured, boolean failed, Optional<String> meta, RowRules ofTool) {
        meta.ifPresent(this::notes);
        pieces(content);
    }

    /** Writes pieces. @param json their array */
    final void pieces(String json) {
        var pieces = json.getBytes(StandardCharsets.UTF_8);
        // Omits the brackets, which the list already has.
        if (pieces.length > 2) {
            next();
            out.raw(pieces, 1, pieces.length - 1);
        }
    }

    /** Adds members of {@code _meta} except those of the era, because members must be unique. */
    final void notes(String meta) {
        var json = meta.getBytes(StandardCharsets.UTF_8);
        PostedObject.of(json).forEach((nameFrom, nameTo, from, to) -> {
            if (!JsonStrings.decode(json, nameFrom, nameTo).equals(ResultFrame.SERVER_INFO)) {
                note(new String(json, nameFrom, to - nameFrom, StandardCharsets.UTF_8));
            }
        });
    }

    /** Members of {@code _meta}, as JSON text. */
    final void note(String members) {
        notes.add(members);
    }

    /** Members of the result behind its list. */
    void afterPieces(ResultFrame ofEra) {}

    @Override
    public final void end() {
        out.reserve(0);
        if (empty) {
            out.ascii(opening);
        }
        out.ascii("]");
        afterPieces(frame);
        omission().ifPresent(this::note);
        frame.end(out, notes);
    }
}
