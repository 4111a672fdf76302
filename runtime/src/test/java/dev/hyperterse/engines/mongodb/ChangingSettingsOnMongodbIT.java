package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.store.MongodbServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A changed Secret or setting makes a new client, under constant load. */
@Timeout(120)
class ChangingSettingsOnMongodbIT {
    private static final int CALLERS = 12;
    private static final int CHANGES = 20;

    @Test
    void settingsChangesUnderLoadFailNoCall() throws InterruptedException {
        try (var server = MongodbServer.create()) {
            server.insert("orders", "{\"_id\": 1}", "{\"_id\": 2}");
            try (var calls =
                    TestCalls.on(TestAdapters.mongodb(Access.ReadOnly, 2), Map.of(TestAdapters.URL, server.url()))) {
                assertThat(failures(calls, server)).isEmpty();
            }
        }
    }

    private static ConcurrentLinkedQueue<String> failures(TestCalls calls, MongodbServer server)
            throws InterruptedException {
        var rules = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Rows, Optional.empty());
        var command = new DocumentCommand(DocumentCommand.Kind.COUNT, new DocumentCommand.Named("orders"), List.of());
        var tool = calls.tool(new Action.RunDocument(TestCalls.ADAPTER, command, ""), rules);
        var failures = new ConcurrentLinkedQueue<String>();
        var answered = new AtomicInteger();
        var over = new AtomicBoolean();
        var callers = new ArrayList<Thread>();
        for (var caller = 0; caller < CALLERS; caller++) {
            callers.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    var answer = calls.run(tool, "{}");
                    if (!answer.equals("[{\"count\":2}]")) {
                        failures.add(answer);
                    }
                    answered.incrementAndGet();
                }
            }));
        }
        for (var change = 0; change < CHANGES; change++) {
            var before = answered.get();
            calls.reconfigure(
                    TestAdapters.mongodb(Access.ReadOnly, 2 + change % 2), Map.of(TestAdapters.URL, server.url()));
            while (answered.get() < before + CALLERS && callers.stream().anyMatch(Thread::isAlive)) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        over.set(true);
        for (var caller : callers) {
            caller.join();
        }
        return failures;
    }
}
