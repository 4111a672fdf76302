package dev.hyperterse.calls.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the stored texts of one kind for all clients of a replica together. Not part of the budget of calls, because
 * stored texts outlive calls.
 */
public final class TextQuota {
    /** The text object, its array and its place in a set. */
    private static final int BESIDES_CHARACTERS = 128;

    private final long most;
    private final AtomicLong held = new AtomicLong();

    /** @param most bytes of all texts */
    public TextQuota(long most) {
        this.most = most;
    }

    /** The estimated size of one text. */
    public static long bytes(String text) {
        return 2L * text.length() + BESIDES_CHARACTERS;
    }

    public boolean reserve(long bytes) {
        for (long now = held.get(); bytes <= most - now; now = held.get()) {
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
