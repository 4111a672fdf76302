package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.concurrent.atomic.AtomicLong;

/** What all sessions of a replica may hold of one kind: a client may begin many, and each may have something kept. */
final class SessionMemory {
    private static final long MOST = 16L * 1024 * 1024;
    /** The text object, its array and its place in a set. */
    private static final int BESIDES_CHARACTERS = 128;

    private final AtomicLong held = new AtomicLong();

    /** What one text is taken to hold. */
    static long bytes(String text) {
        return 2L * text.length() + BESIDES_CHARACTERS;
    }

    boolean reserve(long bytes) {
        for (long now = held.get(); bytes <= MOST - now; now = held.get()) {
            if (held.compareAndSet(now, now + bytes)) {
                return true;
            }
        }
        return false;
    }

    void release(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }
}
