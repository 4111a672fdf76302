package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices on their way to become events, one after the other and not too many a second. They are told once and never
 * in anybody's way: under pressure the oldest are dropped, and one that cannot be told is dropped too, for the conditions
 * say the same.
 */
final class Notices {
    static final int MOST_WAITING = 256;
    private static final int PER_SECOND = 20;
    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

    private final Consumer<Notice> tell;
    private final Timer timer;
    private final Pause pause;
    private final Rate rate = new Rate(PER_SECOND);
    private final Queue<Notice> waiting = new ArrayDeque<>();
    private boolean telling;
    private long dropped;

    Notices(Consumer<Notice> tell, Timer timer, Pause pause) {
        this.tell = tell;
        this.timer = timer;
        this.pause = pause;
    }

    synchronized void offer(Notice notice) {
        if (waiting.size() == MOST_WAITING) {
            waiting.remove();
            dropped++;
        }
        waiting.add(notice);
        if (!telling) {
            telling = true;
            timer.run(this::tellAll);
        }
    }

    private synchronized Notice next() {
        var next = waiting.poll();
        telling = next != null;
        if (next == null && dropped > 0) {
            LOG.atInfo()
                    .addKeyValue("event", "events_dropped")
                    .addKeyValue("count", dropped)
                    .log("more happened than is told by events; conditions say it all");
            dropped = 0;
        }
        return next;
    }

    private void tellAll() {
        try {
            for (var notice = next(); notice != null; notice = next()) {
                pause.of(rate.reserve(timer.nanos()));
                tellOne(notice);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellOne(Notice notice) {
        try {
            tell.accept(notice);
        } catch (RuntimeException failed) {
            if (!timer.stopped()) {
                LOG.atDebug()
                        .addKeyValue("event", "event_not_told")
                        .addKeyValue("object", notice.kind() + " " + notice.namespace() + "/" + notice.name())
                        .setCause(failed)
                        .log("dropped");
            }
        }
    }
}
