package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ResultWriter;
import java.time.Duration;
import java.util.Optional;

/** A result whose pieces are the elements of one list. What is written are the members of the result's object. */
abstract class ListedResult extends ResultWriter {
    private final String opening;
    private boolean empty = true;
    private int opened;
    private Optional<CacheNote> cacheNote = Optional.empty();

    /** @param opening the name of the member and the bracket of its list */
    ListedResult(ResultBuffer out, String opening) {
        super(out);
        this.opening = opening;
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
    protected final void takenBack() {
        empty |= out.size() <= opened;
    }

    @Override
    public final void fromCache(Duration age, Duration remaining) {
        cacheNote = Optional.of(new CacheNote(age.toMillis(), remaining.toMillis()));
    }

    @Override
    public final void end() {
        if (empty) {
            out.ascii(opening);
        }
        out.ascii("]");
        cacheNote.ifPresent(note -> note.write(out));
    }

    /** What a client is told of a result that was read for an earlier call. */
    private record CacheNote(long ageMillis, long ttlMillis) {
        void write(ResultBuffer out) {
            out.ascii(",\"_meta\":{\"dev.hyperterse/cache\":{\"ageMs\":")
                    .ascii(Long.toString(ageMillis))
                    .ascii(",\"ttlMs\":")
                    .ascii(Long.toString(ttlMillis))
                    .ascii("}}");
        }
    }
}
