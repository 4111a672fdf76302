package dev.hyperterse.runtime.audit;

import java.time.InstantSource;

/** Records calls of servers that ask for it. */
public final class CallAudit {
    private final AuditLog log;
    private final InstantSource clock;

    public CallAudit(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    public void record(CallRecord call) {
        log.write(AuditLine.of(call, clock.instant()));
    }
}
