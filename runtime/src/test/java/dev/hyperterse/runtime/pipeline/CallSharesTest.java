package dev.hyperterse.runtime.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.TestAdapters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallSharesTest {
    private static final int CONCURRENT_CALLS = 16;
    private static final String REFUSED = "busy: busy: too many calls wait for adapter slow, try again";

    private final CountDownLatch release = new CountDownLatch(1);
    private final DeadlineWheel wheel = new DeadlineWheel();
    private final Adapters adapters =
            new Adapters((settings, permits) -> new Blocking(settings.adapter().name()), Handover.standard());
    private final LinkedBlockingQueue<String> outcomes = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        release.countDown();
        adapters.close();
        wheel.close();
    }

    @Test
    void callsThatWaitForOneAdapterLeaveRoomForTheOthers() throws InterruptedException {
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
    void anAdapterAloneMayHaveAllCalls() throws InterruptedException {
        have("slow");
        call("slow", CONCURRENT_CALLS);
        release.countDown();
        for (var call = 0; call < CONCURRENT_CALLS; call++) {
            assertThat(outcomes.take()).isEqualTo("[]");
        }
    }

    @Test
    void aShareIsFreeAgainAfterRefusalsAndCalls() throws InterruptedException {
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
        var usual = TestAdapters.sqlite(Access.ReadOnly);
        var list = Stream.of(names)
                .map(name -> new Adapter(name, usual.access(), usual.pool(), 1000, 1000, usual.engine()))
                .toList();
        adapters.reconfigure(list, values(), TestCalls.limits(TestCalls.MAX_RESULT, CONCURRENT_CALLS));
    }

    private static ValueSet values() {
        return new ValueSet("", Map.of(TestAdapters.URL, ":memory:"));
    }

    private void call(String adapter, int times) {
        for (var call = 0; call < times; call++) {
            Thread.ofVirtual().start(() -> outcomes.add(call(adapter)));
        }
    }

    private String call(String adapter) {
        var usual = TestAdapters.sqlite(Access.ReadOnly);
        var named = new Adapter(adapter, usual.access(), usual.pool(), 1000, 1000, usual.engine());
        var statement = new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1")));
        var tool = new StatementLinker(adapters)
                .link(
                        List.of(),
                        new Action.RunSql(adapter, statement, ""),
                        Optional.empty(),
                        LinkSettings.of(List.of(named), values()));
        try (var scope = CallScope.open(wheel, 50_000);
                var out = new BufferBudget(TestCalls.MAX_RESULT).open(TestCalls.MAX_RESULT)) {
            return TestCalls.run(tool, "{}", scope, out);
        }
    }

    private final class Blocking implements Connector {
        private final String name;

        Blocking(String name) {
            this.name = name;
        }

        @Override
        public Dialect dialect() {
            return Dialect.SQLITE;
        }

        @Override
        public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
            try {
                if (!name.equals("quick")) {
                    release.await();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            out.ascii("[]");
            return 0;
        }

        @Override
        public AdapterState probe() {
            return state();
        }

        @Override
        public AdapterState state() {
            return AdapterState.up(name);
        }

        @Override
        public void retire(Duration drain) {
            // Nothing is open.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
