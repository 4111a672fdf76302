package dev.hyperterse.runtime.audit;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes records, one line each. A record is written before the response of its call is sent, so that every answered
 * call has a record. A blocked output delays calls.
 */
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Counter written;
    private final Counter lost;
    private boolean broken;

    public AuditLog(OutputStream out, MetricRegistry metrics) {
        this.out = out;
        this.written = lines(metrics, "written");
        this.lost = lines(metrics, "lost");
        metrics.gauge(
                "hyperterse_audit_lines_waiting",
                "Calls that wait until records of calls are written.",
                lock::getQueueLength);
    }

    private static Counter lines(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_audit_lines_total",
                "Records of calls, by whether they were written to standard output.",
                Labels.of("outcome", outcome));
    }

    /** @param line of ASCII, without its end */
    void write(String line) {
        var bytes = (line + '\n').getBytes(StandardCharsets.US_ASCII);
        lock.lock();
        try {
            out.write(bytes);
            out.flush();
            written.increment();
            broken = false;
        } catch (IOException unwritable) {
            lost.increment();
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
