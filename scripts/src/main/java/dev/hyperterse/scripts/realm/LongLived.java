package dev.hyperterse.scripts.realm;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** The part of the heap with the objects that have survived collections: whatever stays in memory for long takes room there. */
record LongLived(List<MemoryPoolMXBean> pools) {
    /** Of the room that was taken after the last collection there; the cache of results may have half of it. */
    private static final int HELD = 70;

    /** Of the room that is taken now, with what is garbage since; the next collection there is near. */
    private static final int TAKEN = 90;

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
        var now = pool.getUsage();
        var most = (now.getMax() < 0 ? Runtime.getRuntime().maxMemory() : now.getMax()) / 100;
        var collected = pool.getCollectionUsage();
        return now.getUsed() > TAKEN * most || collected == null || collected.getUsed() > HELD * most;
    }
}
