package dev.hyperterse.playground.daemon;

import java.time.Instant;
import java.util.Optional;

/** Names one process for ever: ids are used again, but not within the same moment. */
record DaemonIdentity(long pid, long startedMillis) {
    static DaemonIdentity of(ProcessHandle process) {
        return new DaemonIdentity(
                process.pid(),
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    /** Nothing once it has ended. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(process -> of(process)
                .equals(this));
    }
}
