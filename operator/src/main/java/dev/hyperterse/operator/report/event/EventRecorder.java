package dev.hyperterse.operator.report.event;

import dev.hyperterse.operator.queue.Timer;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Sends each event once, beside the writes of statuses. Conditions say the same: events beyond the bound are dropped, and so
 * is one that the API server refuses.
 */
public final class EventRecorder {
    static final int MOST_AT_ONCE = 64;
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Consumer<ConditionEvent> writer;
    private final Timer timer;
    private final Semaphore free = new Semaphore(MOST_AT_ONCE);

    public EventRecorder(Consumer<ConditionEvent> writer, Timer timer) {
        this.writer = writer;
        this.timer = timer;
    }

    public void record(ConditionEvent event) {
        if (free.tryAcquire()) {
            timer.run(() -> send(event));
        } else {
            dropped(event).log("too many are being sent");
        }
    }

    private void send(ConditionEvent event) {
        try {
            writer.accept(event);
        } catch (RuntimeException failed) {
            dropped(event).setCause(failed).log("refused");
        } finally {
            free.release();
        }
    }

    private static LoggingEventBuilder dropped(ConditionEvent event) {
        var object = event.regarding();
        return LOG.atDebug()
                .addKeyValue("event", "event_not_sent")
                .addKeyValue("object", object.getKind() + " " + object.getNamespace() + "/" + object.getName());
    }
}
