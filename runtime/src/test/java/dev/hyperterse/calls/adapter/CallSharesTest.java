package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallSharesTest {
    private static final int CONCURRENT_CALLS = 16;
    private static final ValueSet VALUES = StubbedAdapters.values("postgresql://shop/shop", "app", "secret");
    private static final String REFUSED = "busy: busy: too many calls wait for adapter slow, try again";

    private final CountDownLatch release = new CountDownLatch(1);
    private final StubbedAdapters adapters = new StubbedAdapters(
            (settings, permits) -> new Blocking(settings.adapter().name()), Handover.standard());
    private final LinkedBlockingQueue<String> outcomes = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        release.countDown();
        adapters.close();
    }

    @Test
    void callsQueuedForOneAdapterLeaveRoomForOthers() throws InterruptedException {
        have("slow", "also slow", "quick");
        call("slow", 3 * CONCURRENT_CALLS);
        for (var refused = 0; refused < 3 * CONCURRENT_CALLS - CONCURRENT_CALLS / 2; refused++) {
            assertThat(outcomes.take()).isEqualTo(REFUSED);
        }
        call("also slow", CONCURRENT_CALLS);
        assertThat(outcomes.take()).startsWith("busy: ");
        assertThat(call("quick")).isEqualTo("[]");
    }

    @Test
    void onlyAdapterMayUseAllCalls() throws InterruptedException {
        have("slow");
        call("slow", CONCURRENT_CALLS);
        release.countDown();
        for (var call = 0; call < CONCURRENT_CALLS; call++) {
            assertThat(outcomes.take()).isEqualTo("[]");
        }
    }

    @Test
    void shareIsReleasedAfterRefusalsAndCalls() throws InterruptedException {
        have("slow", "quick");
        call("slow", 3 * CONCURRENT_CALLS);
        release.countDown();
        for (var call = 0; call < 3 * CONCURRENT_CALLS; call++) {
            assertThat(outcomes.take()).isIn("[]", REFUSED);
        }
        call("slow", 1);
        assertThat(outcomes.take()).isEqualTo("[]");
    }

    private void have(String... names) {
        adapters.become(
                Stream.of(names).map(StubbedAdapters::adapter).toList(),
                VALUES,
                TestCalls.limits(TestCalls.MAX_RESULT, CONCURRENT_CALLS));
    }

    private void call(String adapter, int times) {
        for (var call = 0; call < times; call++) {
            Thread.ofVirtual().start(() -> outcomes.add(call(adapter)));
        }
    }

    private String call(String adapter) {
        return adapters.tool(StubbedAdapters.adapter(adapter), VALUES).get();
    }

    private final class Blocking extends StubbedAdapters.Stub {
        Blocking(String name) {
            super(name);
        }

        @Override
        public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
            try {
                if (!name().equals("quick")) {
                    release.await();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            out.ascii("[]");
            return 0;
        }
    }
}
