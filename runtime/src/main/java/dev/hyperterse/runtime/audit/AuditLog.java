package dev.hyperterse.runtime.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where records go, one line each. A record is written before its call is answered, so a call whose record is missing was not
 * answered; who does not read the lines holds up calls.
 */
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean broken;

    public AuditLog(OutputStream out) {
        this.out = out;
    }

    void write(byte[] line) {
        lock.lock();
        try {
            out.write(line);
            out.flush();
            broken = false;
        } catch (IOException unwritable) {
            if (!broken) {
                LOG.atError()
                        .addKeyValue("event", "audit_not_written")
                        .setCause(unwritable)
                        .log("records of calls cannot be written");
            }
            broken = true;
        } finally {
            lock.unlock();
        }
    }
}
