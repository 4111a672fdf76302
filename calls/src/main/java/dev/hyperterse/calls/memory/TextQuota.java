package dev.hyperterse.calls.memory;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the stored texts of one kind for all clients of a replica together. A holder may have as much as is left,
 * and at most half, so that holders that take all they can leave some for another one. Not part of the budget of calls, because stored texts
 * outlive calls.
 */
public final class TextQuota {
    /** The text object, its array and its place in a set. */
    private static final int BESIDES_CHARACTERS = 128;

    private final long most;
    private final Map<Object, Long> byHolder = new HashMap<>();
    private long held;

    /** @param most bytes of all texts */
    public TextQuota(long most) {
        this.most = most;
    }

    /** The estimated size of one text. */
    public static long bytes(String text) {
        return 2L * text.length() + BESIDES_CHARACTERS;
    }

    /** @param holder the caller; those without an identity are one */
    public synchronized boolean reserve(Object holder, long bytes) {
        var own = byHolder.getOrDefault(holder, 0L) + bytes;
        if (own > Math.min(most / 2, most - held)) {
            return false;
        }
        byHolder.put(holder, own);
        held += bytes;
        return true;
    }

    public synchronized void release(Object holder, long bytes) {
        byHolder.computeIfPresent(holder, (_, own) -> own == bytes ? null : own - bytes);
        held -= bytes;
    }

    public synchronized long held() {
        return held;
    }
}
