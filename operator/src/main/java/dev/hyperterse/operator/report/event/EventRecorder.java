package dev.hyperterse.operator.report.event;

import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.report.write.WriteLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices as events, one after the other, at most 20 a second, and beside the writes of statuses. Conditions say the
 * same: under pressure the oldest notices of the namespace with most are dropped, and one that is refused is dropped too.
 */
public final class EventRecorder {
    static final int MOST_WAITING = 256;
    private static final Duration SPACING = Duration.ofMillis(50);
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Consumer<ConditionEvent> writer;
    private final Timer timer;
    private final WriteLimit.Sleeper sleeper;
    private final WaitingEvents waiting = new WaitingEvents(MOST_WAITING);
    private boolean sending;
    private long dropped;

    public EventRecorder(Consumer<ConditionEvent> writer, Timer timer, WriteLimit.Sleeper sleeper) {
        this.writer = writer;
        this.timer = timer;
        this.sleeper = sleeper;
    }

    public synchronized void record(ConditionEvent notice) {
        if (waiting.add(notice)) {
            dropped++;
        }
        if (!sending) {
            sending = true;
            timer.run(this::sendAll);
        }
    }

    private synchronized Optional<ConditionEvent> next() {
        var next = waiting.next();
        sending = next.isPresent();
        if (next.isEmpty() && dropped > 0) {
            LOG.atInfo()
                    .addKeyValue("event", "events_dropped")
                    .addKeyValue("count", dropped)
                    .log("events were dropped; conditions are complete");
            dropped = 0;
        }
        return next;
    }

    private void sendAll() {
        try {
            for (var notice = next(); notice.isPresent(); notice = next()) {
                send(notice.get());
                sleeper.sleep(SPACING);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (Error failed) {
            stoppedSending();
            throw failed;
        }
    }

    /** The next event starts it again. */
    private synchronized void stoppedSending() {
        sending = false;
    }

    private void send(ConditionEvent notice) {
        try {
            writer.accept(notice);
        } catch (RuntimeException failed) {
            if (!timer.stopped()) {
                var object = notice.regarding();
                LOG.atDebug()
                        .addKeyValue("event", "event_not_sent")
                        .addKeyValue("object", object.getKind() + " " + object.getNamespace() + "/" + object.getName())
                        .setCause(failed)
                        .log("dropped");
            }
        }
    }
}
