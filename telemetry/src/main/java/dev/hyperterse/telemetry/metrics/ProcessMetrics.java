package dev.hyperterse.telemetry.metrics;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The basics of the JVM under the names that dashboards know. The management beans are touched by the first scrape, not
 * by the start.
 */
public final class ProcessMetrics {
    private static final Path MEMORY = Path.of("/proc/self/statm");
    private static final int PAGE_BYTES = 4096;

    private ProcessMetrics() {}

    public static void register(MetricRegistry registry) {
        registry.counted(
                "process_cpu_seconds_total",
                "CPU time of this process.",
                () -> ProcessHandle.current()
                                .info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toNanos()
                        / 1e9);
        registry.gauge(
                "process_start_time_seconds",
                "When this process started.",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        registry.gauge("process_resident_memory_bytes", "Resident memory.", ProcessMetrics::residentBytes);
        registry.gauge(
                "jvm_memory_heap_used_bytes",
                "Heap in use, garbage included.",
                () -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        registry.gauge("jvm_memory_heap_max_bytes", "The heap's limit.", () -> ManagementFactory.getMemoryMXBean()
                .getHeapMemoryUsage()
                .getMax());
        registry.gauge(
                "jvm_memory_direct_bytes",
                "Direct buffers.",
                () -> ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum());
        registry.counted(
                "jvm_gc_collection_seconds_total",
                "Time spent collecting garbage.",
                () -> ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                                .sum()
                        / 1e3);
        registry.counted(
                "jvm_gc_collections_total",
                "Garbage collections.",
                () -> ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                        .sum());
        registry.gauge("jvm_threads_platform", "Live platform threads.", () -> ManagementFactory.getThreadMXBean()
                .getThreadCount());
    }

    /** Not a number where the system does not tell. */
    private static double residentBytes() {
        try {
            return Long.parseLong(Files.readString(MEMORY).split(" ")[1]) * (double) PAGE_BYTES;
        } catch (IOException notLinux) {
            return Double.NaN;
        }
    }
}
