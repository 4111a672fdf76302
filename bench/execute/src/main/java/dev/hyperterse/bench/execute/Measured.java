package dev.hyperterse.bench.execute;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The side of a Java contender that the bench talks to: says its port, then for each line it reads what it has allocated. */
final class Measured {
    private Measured() {}

    /** Returns when the bench is gone, which ends the process. */
    static void serve(int port) throws IOException {
        var freed = countFreedBytes();
        say("port " + port);
        try (var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            while (questions.readLine() != null) {
                var used =
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
                say("allocated " + (freed.get() + used));
            }
        }
        System.exit(0);
    }

    /** Everything ever allocated is what is there plus what the collector took away. */
    private static AtomicLong countFreedBytes() {
        var freed = new AtomicLong();
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                var collection = GarbageCollectionNotificationInfo.from(
                                        (CompositeData) notification.getUserData());
                                var info = collection.getGcInfo();
                                freed.addAndGet(
                                        heap(info.getMemoryUsageBeforeGc()) - heap(info.getMemoryUsageAfterGc()));
                            },
                            null,
                            null);
        }
        return freed;
    }

    private static long heap(Map<String, MemoryUsage> pools) {
        return pools.entrySet().stream()
                .filter(pool ->
                        !pool.getKey().contains("Code") && !pool.getKey().contains("lass"))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
