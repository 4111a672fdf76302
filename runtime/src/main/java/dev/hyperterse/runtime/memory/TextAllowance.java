package dev.hyperterse.runtime.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the stored texts of one kind for all clients of a replica: each may have a few, and there may be many of them.
 * Beside the budget of calls, which give back what they hold.
 */
public final class TextAllowance {
    private static final long MOST = 16L * 1024 * 1024;
    /** The text object, its array and its place in a set. */
    private static final int BESIDES_CHARACTERS = 128;

    private final AtomicLong held = new AtomicLong();

    /** What one text is taken to hold. */
    public static long bytes(String text) {
        return 2L * text.length() + BESIDES_CHARACTERS;
    }

    public boolean reserve(long bytes) {
        for (long now = held.get(); bytes <= MOST - now; now = held.get()) {
            if (held.compareAndSet(now, now + bytes)) {
                return true;
            }
        }
        return false;
    }

    public void release(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }
}
