package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The heap of a replica after many calls: after a collection, before them, on the way and at their end. */
record HeapOverCalls(Generator generator, LoadedDatabase database, Orders orders, String kind) {
    private static final int CALLERS = 16;
    private static final int SAMPLES = 5;
    private static final Duration ROUND = Duration.ofSeconds(5);
    /** Calls after which everything is there that is compiled, learned and opened once. */
    private static final long WARM_UP = 100_000;

    private static final double MEBI = 1 << 20;

    void run(long calls) throws IOException, InterruptedException {
        try (var replica = Contender.java(
                "hyperterse",
                ProductServer.class,
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"order-by-id\",\"inputs\":{\"id\":%d}}}",
                database.url(),
                database.username(),
                database.password(),
                "8",
                Integer.toString(orders.rows()),
                "ReadOnly",
                kind)) {
            System.out.printf("%s, %s, load by %s%n", database.engine(), kind, generator.name());
            System.out.printf("%12s %12s%n", "calls", "heap MiB");
            call(replica, Math.min(WARM_UP, calls));
            var first = sample(replica, 0);
            var last = first;
            var made = 0L;
            for (var number = 1; number <= SAMPLES; number++) {
                made += call(replica, calls * number / SAMPLES - made);
                last = sample(replica, made);
            }
            print(made, first, last);
        }
    }

    /** At least so many. */
    private long call(Contender replica, long calls) throws IOException, InterruptedException {
        var made = 0L;
        while (made < calls) {
            made += generator.run(replica, CALLERS, ROUND).calls();
        }
        return made;
    }

    private static double sample(Contender replica, long made) throws IOException {
        var held = replica.held() / MEBI;
        System.out.printf(Locale.ROOT, "%12d %12.2f%n", made, held);
        return held;
    }

    private void print(long made, double first, double last) {
        var result = new LinkedHashMap<String, Object>();
        result.put("bench", "execute");
        result.put("engine", database.engine());
        result.put(
                "figures",
                Map.of(
                        "calls", made,
                        "heap_first_mib", Math.round(first * 100) / 100.0,
                        "heap_last_mib", Math.round(last * 100) / 100.0,
                        "heap_bytes_a_call", Math.round((last - first) * MEBI / made * 100) / 100.0));
        System.out.println(JsonMapper.shared().writeValueAsString(result));
    }
}
