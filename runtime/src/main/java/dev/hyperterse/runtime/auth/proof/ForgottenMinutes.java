package dev.hyperterse.runtime.auth.proof;

import java.util.TreeMap;

/**
 * A set of minutes. Those that follow each other take no memory of their own, and there is a limit for the others: beyond it, the
 * oldest gap is filled, so that too many minutes are in the set and never too few.
 */
final class ForgottenMinutes {
    /** Each takes about 100 bytes. */
    static final int MOST_RANGES = 1_000;

    /** The last minute of each range, by its first. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    void add(long minute) {
        if (contains(minute)) {
            return;
        }
        var before = ranges.lowerEntry(minute);
        var after = ranges.remove(minute + 1);
        ranges.put(
                before != null && before.getValue() == minute - 1 ? before.getKey() : minute,
                after == null ? minute : after);
        if (ranges.size() > MOST_RANGES) {
            var oldest = ranges.pollFirstEntry();
            ranges.put(oldest.getKey(), ranges.pollFirstEntry().getValue());
        }
    }

    boolean contains(long minute) {
        var range = ranges.floorEntry(minute);
        return range != null && range.getValue() >= minute;
    }
}
