package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reloads while clients work: nobody may notice but by what they are told. */
@Timeout(600)
class DevReloadIT {
    private static final int EDITS = 50;
    /** At least so many: calls after the last edit meet no reload. */
    private static final int CALLS = 1_000;

    private static final int CLIENTS = 8;

    @TempDir
    private Path folder;

    @Test
    void fiftyEditsUnderLoadFailNoCallAndLoseNoSession() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answered = new AtomicInteger();
            var edited = new AtomicBoolean();
            var failures = new ConcurrentLinkedQueue<String>();
            var clients = new ArrayList<Future<?>>();
            for (var client = 0; client < CLIENTS; client++) {
                var session = Optional.of(quickstart.initialize());
                clients.add(threads.submit(() -> {
                    while (!edited.get() || answered.get() < CALLS) {
                        var answer = quickstart.execute(session, "order-details", "{\"order_id\": 1001}");
                        if (!answer.at("/result/content/0/text").asString("").contains("Espresso cup")) {
                            failures.add(answer.toString());
                        }
                        answered.incrementAndGet();
                    }
                }));
            }
            edit(quickstart);
            edited.set(true);
            for (var client : clients) {
                client.get();
            }
            assertThat(failures).isEmpty();
            assertThat(answered).hasValueGreaterThanOrEqualTo(CALLS);
        }
    }

    /** Each edit waits for the one before to be live, or fifty saves would be a handful of reloads. */
    private static void edit(Quickstart quickstart) throws IOException {
        var before = "the details of one order";
        for (var edit = 1; edit <= EDITS; edit++) {
            var after = "The items of an order, edit " + edit + ",";
            quickstart.edit("tools.yaml", before, after);
            var reloads = edit;
            while (reloads(quickstart) < reloads) {
                LockSupport.parkNanos(10_000_000);
            }
            before = after;
        }
    }

    private static long reloads(Quickstart quickstart) {
        return quickstart
                .told()
                .lines()
                .filter(line -> line.contains("~ tool order-details"))
                .count();
    }
}
