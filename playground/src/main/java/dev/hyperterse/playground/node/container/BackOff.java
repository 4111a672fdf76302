package dev.hyperterse.playground.node.container;

import java.time.Duration;

/** The restart delay of a container that keeps ending: none at first, then twice as long each time. */
final class BackOff {
    private final NodeTiming timing;
    private Duration next = Duration.ZERO;

    BackOff(NodeTiming timing) {
        this.timing = timing;
    }

    /** After a run that lasted {@code ran}; a long one makes up for what was before. */
    Duration after(Duration ran) {
        if (ran.compareTo(timing.soundRun()) > 0) {
            next = Duration.ZERO;
        }
        return grow();
    }

    /** After a start that came to nothing. */
    Duration afterRefusal() {
        if (next.isZero()) {
            grow();
        }
        return grow();
    }

    private Duration grow() {
        var wait = next;
        var doubled = wait.isZero() ? timing.firstBackOff() : wait.multipliedBy(2);
        next = doubled.compareTo(timing.longestBackOff()) > 0 ? timing.longestBackOff() : doubled;
        return wait;
    }
}
