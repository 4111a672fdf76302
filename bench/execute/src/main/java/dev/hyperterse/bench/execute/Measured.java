package dev.hyperterse.bench.execute;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** The side of a Java contender that the bench talks to: says its port, then answers questions of one line each. */
final class Measured {
    private Measured() {}

    /** Returns when the bench is gone, which ends the process. */
    static void serve(int port) throws IOException {
        // The bytes that all threads have allocated since the start of the JVM, ended threads too. The JVM counts by
        // platform
        // thread, so what a virtual thread allocates stands with its carrier. Unlike the heap's use before and after
        // collections it needs no collection to be noticed, and misses none.
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        say("port " + port);
        try (var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var question = questions.readLine(); question != null; question = questions.readLine()) {
                switch (question) {
                    case "heap" -> say("heap " + heldAfterCollection());
                    default -> say("allocated " + threads.getTotalThreadAllocatedBytes());
                }
            }
        }
        System.exit(0);
    }

    /** Twice, because what is held by references to be cleared goes with the second. */
    private static long heldAfterCollection() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
