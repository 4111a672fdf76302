package dev.hyperterse.runtime.audit;

import dev.hyperterse.calls.SpanIdentity;
import java.time.Instant;
import java.util.Optional;

/** Exports records of calls, in addition to standard output. */
public interface RecordExport {
    /**
     * Exports a record; never blocks.
     *
     * @param span that the record belongs to
     * @param record one JSON object in ASCII
     */
    void send(Instant time, String outcome, Optional<SpanIdentity> span, String record);
}
