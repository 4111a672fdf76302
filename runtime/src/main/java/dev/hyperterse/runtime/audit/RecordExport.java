package dev.hyperterse.runtime.audit;

import java.time.Instant;

/** Exports records of calls, in addition to standard output. */
public interface RecordExport {
    /** Nowhere. */
    RecordExport NONE = new RecordExport() {
        @Override
        public boolean isWanted() {
            return false;
        }

        @Override
        public void send(Instant time, String outcome, String record) {}
    };

    /** Whether a record is to be made for it. */
    boolean isWanted();

    /**
     * Never waits.
     *
     * @param record one object of JSON, in ASCII
     */
    void send(Instant time, String outcome, String record);
}
