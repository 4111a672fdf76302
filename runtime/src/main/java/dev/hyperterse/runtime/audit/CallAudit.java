package dev.hyperterse.runtime.audit;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/** Records the calls of servers that enable it. */
public final class CallAudit {
    private final AuditLog log;
    private final InstantSource clock;
    private final RecordExport export;
    private final RecordTimes times = new RecordTimes();

    public CallAudit(AuditLog log, InstantSource clock) {
        this(log, clock, RecordExport.NONE);
    }

    public CallAudit(AuditLog log, InstantSource clock, RecordExport export) {
        this.log = log;
        this.clock = clock;
        this.export = export;
    }

    public void record(CallRecord call) {
        var time = clock.instant();
        var line = AuditLine.of(call, times.text(time));
        log.write(line);
        if (export.isWanted()) {
            export.send(
                    time, call.outcome(), call.span(), new String(line, 0, line.length - 1, StandardCharsets.US_ASCII));
        }
    }
}
