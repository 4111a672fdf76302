package dev.hyperterse.scripts.realm;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * The part of the heap with the objects that have survived collections, and with what of them is garbage since: whatever
 * stays in memory for long takes room there.
 */
record LongLived(List<MemoryPoolMXBean> pools) {
    private static final int PERCENT = 70;

    static LongLived inHeap() {
        // Of the pools that collectors have, only these know a threshold: those of young objects fill up all the time.
        return new LongLived(ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .toList());
    }

    /** True where the collector does not tell. */
    boolean areMany() {
        return pools.isEmpty() || pools.stream().anyMatch(LongLived::isFilled);
    }

    private static boolean isFilled(MemoryPoolMXBean pool) {
        var usage = pool.getUsage();
        var most = usage.getMax() < 0 ? Runtime.getRuntime().maxMemory() : usage.getMax();
        return usage.getUsed() > most / 100 * PERCENT;
    }
}
