package dev.hyperterse.runtime.audit;

import java.time.InstantSource;
import java.util.Optional;

/** Records the calls of servers that enable it, and shows calls to an author who watches. */
public final class CallAudit {
    private final AuditLog log;
    private final InstantSource clock;
    private final RecordExport export;
    private final CallWatch watch;
    private final RecordTimes times = new RecordTimes();

    public CallAudit(AuditLog log, InstantSource clock, RecordExport export, CallWatch watch) {
        this.log = log;
        this.clock = clock;
        this.export = export;
        this.watch = watch;
    }

    /** Whether each call is shown, recorded or not. */
    public boolean isWatched() {
        return watch.isWanted();
    }

    /**
     * Shows a call.
     *
     * @param client the name that the client gives itself
     * @param failure the sentence that the client gets
     */
    public void show(CallRecord call, Optional<String> client, Optional<String> failure) {
        watch.ended(call, client, failure);
    }

    public void record(CallRecord call) {
        var time = clock.instant();
        var line = AuditLine.of(call, times.text(time));
        log.write(line);
        export.send(time, call.outcome(), call.span(), line);
    }
}
