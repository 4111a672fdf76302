package dev.hyperterse.runtime.audit;

import java.time.Instant;

/** Exports records of calls, in addition to standard output. */
public interface RecordExport {
    /** Exports nothing. */
    RecordExport NONE = new RecordExport() {
        @Override
        public boolean isWanted() {
            return false;
        }

        @Override
        public void send(Instant time, String outcome, String record) {}
    };

    /** Whether records are exported. */
    boolean isWanted();

    /**
     * Exports a record; never blocks.
     *
     * @param record one JSON object in ASCII
     */
    void send(Instant time, String outcome, String record);
}
