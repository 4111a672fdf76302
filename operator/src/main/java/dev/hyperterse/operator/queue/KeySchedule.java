package dev.hyperterse.operator.queue;

/** Decides when one key is processed: pure arithmetic on instants that the queue passes in. */
final class KeySchedule {
    private final Pace pace;
    private boolean wanted;
    private boolean running;
    private boolean began;
    private long lastBegin;
    private long nextInStep;
    private long firstOffer;
    private long lastOffer;
    private boolean leading;
    private int failures;
    private long retryAt;
    private boolean retryOnly;

    KeySchedule(Pace pace) {
        this.pace = pace;
    }

    void offered(long now) {
        if (!wanted || retryOnly) {
            firstOffer = now;
            leading = !running && (!began || now - lastBegin >= pace.longest().toNanos());
        }
        wanted = true;
        retryOnly = false;
        lastOffer = now;
    }

    boolean due(long now) {
        return wanted && !running && waitNanos(now) <= 0;
    }

    boolean waiting() {
        return wanted && !running;
    }

    long waitNanos(long now) {
        if (retryOnly) {
            return retryAt - now;
        }
        if (leading) {
            return 0;
        }
        var quiet = lastOffer + pace.quiet().toNanos() - now;
        var longest = firstOffer + pace.longest().toNanos() - now;
        return Math.max(Math.min(quiet, longest), nanosTooEarly(now));
    }

    /** Reconciliations may run ahead of one each {@code longest}, but only so far. */
    private long nanosTooEarly(long now) {
        return began ? nextInStep - pace.aheadNanos() - now : 0;
    }

    void begin(long now) {
        running = true;
        wanted = false;
        retryOnly = false;
        leading = false;
        nextInStep = (began && nextInStep - now > 0 ? nextInStep : now)
                + pace.longest().toNanos();
        began = true;
        lastBegin = now;
    }

    void succeeded() {
        running = false;
        failures = 0;
    }

    void failed(long now) {
        running = false;
        failures++;
        if (!wanted) {
            wanted = true;
            retryOnly = true;
            retryAt = now + pace.pauseNanosAfter(failures);
        }
    }

    /** Whether nothing is lost by forgetting it: a new one would behave the same. */
    boolean forgettable(long now) {
        return !wanted && !running && failures == 0 && idleNanos(now) <= 0;
    }

    /** How long it has to be left alone to be forgettable. */
    long idleNanos(long now) {
        // At least the longest wait after the last beginning.
        return nextInStep - now;
    }
}
