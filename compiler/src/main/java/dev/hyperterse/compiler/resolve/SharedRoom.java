package dev.hyperterse.compiler.resolve;

import java.util.HashMap;
import java.util.Map;

/**
 * Room that namespaces share. Each may take at most twice what it leaves free, so that none fills it and the next always
 * finds some.
 */
public final class SharedRoom {
    /** Times what it leaves free: a namespace alone may take two thirds. */
    private static final int MOST = 2;

    private final long size;
    private final Map<String, Long> taken = new HashMap<>();
    private long total;

    public SharedRoom(long size) {
        this.size = size;
    }

    /** Whether there is room for all, however the namespaces that share it divide their part. */
    public static boolean holds(long size, long total, long ofThoseThatShare) {
        return total <= size && ofThoseThatShare <= MOST * (size - total);
    }

    /** False when the namespace would have more than its share. */
    public boolean take(String namespace, long more) {
        var own = taken.getOrDefault(namespace, 0L) + more;
        return holds(size, total + more, own) && takeFree(namespace, more);
    }

    /** For a namespace that need not share. False when there is not that much. */
    public boolean takeFree(String namespace, long more) {
        if (total + more > size) {
            return false;
        }
        taken.merge(namespace, more, Long::sum);
        total += more;
        return true;
    }

    public void release(String namespace, long less) {
        total -= less;
        taken.computeIfPresent(namespace, (_, own) -> own == less ? null : own - less);
    }
}
