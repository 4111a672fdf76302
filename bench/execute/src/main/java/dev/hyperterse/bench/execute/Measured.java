package dev.hyperterse.bench.execute;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** The side of a Java contender that the bench talks to: says its port, then for each line it reads what it has allocated. */
final class Measured {
    private Measured() {}

    /** Returns when the bench is gone, which ends the process. */
    static void serve(int port) throws IOException {
        // What every thread has allocated since the start of the JVM, ended threads too. The JVM counts by platform
        // thread, so what a virtual thread allocates stands with its carrier. Unlike the heap's use before and after
        // collections it needs no collection to be noticed, and misses none.
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        say("port " + port);
        try (var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            while (questions.readLine() != null) {
                say("allocated " + threads.getTotalThreadAllocatedBytes());
            }
        }
        System.exit(0);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
