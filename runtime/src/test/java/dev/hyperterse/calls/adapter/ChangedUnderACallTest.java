package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.runtime.tool.TestCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls whose tool was linked before the settings of its adapter changed. */
class ChangedUnderACallTest {
    private static final Adapter ADAPTER = StubbedAdapters.adapter(TestCalls.ADAPTER);
    private static final String FIRST = "postgresql://first/shop";
    private static final String SECOND = "postgresql://second/shop";

    private final StubbedAdapters adapters = new StubbedAdapters(
            this::open, new Handover(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(5), () -> 0L));
    private final List<Numbered> opened = new ArrayList<>();
    private Runnable underTheFirstCall = () -> {};
    private AdapterState.Status laterOnes = AdapterState.Status.UP;

    @AfterEach
    void close() {
        adapters.close();
    }

    @Test
    void queuedCallUsesConnectionsThatReplacedItsOwn() {
        become(FIRST, "app", "old");
        underTheFirstCall = () -> become(FIRST, "reader", "old");
        assertThat(tool(FIRST).get()).isEqualTo("[2]");
    }

    @Test
    void callFailsAfterItsConnectorIsClosed() {
        become(FIRST, "app", "old");
        adapters.closeConnectors();
        assertThat(tool(FIRST).get()).isEqualTo("unavailable: adapter db unavailable");
    }

    @Test
    void callRunsOnTheDatabaseOfItsCatalog() {
        become(FIRST, "app", "old");
        become(SECOND, "app", "old");
        assertThat(tool(FIRST).get()).isEqualTo("[1]");
        assertThat(tool(SECOND).get()).isEqualTo("[2]");
    }

    @Test
    void queuedCallNeverRunsOnAnotherDatabase() {
        become(FIRST, "app", "old");
        underTheFirstCall = () -> {
            become(SECOND, "app", "old");
            become("postgresql://third/shop", "app", "old");
        };
        assertThat(tool(FIRST).get())
                .isEqualTo("unavailable: the settings of adapter db changed since the call began, try again");
    }

    @Test
    void callOfARemovedAdapterCompletes() {
        become(FIRST, "app", "old");
        adapters.become(List.of(), StubbedAdapters.values(SECOND, "app", "old"), limits(60_000));
        assertThat(tool(FIRST).get()).isEqualTo("[1]");
        assertThat(adapters.states()).isEmpty();
    }

    @Test
    void returnToTheFirstDatabaseOpensNewConnections() {
        become(FIRST, "app", "old");
        var before = tool(FIRST);
        become(SECOND, "app", "old");
        become(FIRST, "app", "old");
        assertThat(tool(FIRST).get()).isEqualTo("[3]");
        assertThat(before.get())
                .isEqualTo("unavailable: the settings of adapter db changed since the call began, try again");
    }

    /** A call has the time that its own catalog gives it. */
    @Test
    void connectionsDrainForTheLongestCallTimeoutOfTheirCatalogs() {
        become(FIRST, "app", "old", 600_000);
        become(FIRST, "reader", "old", 1);
        become(FIRST, "writer", "old", 2);
        become(FIRST, "app", "old", 700_000);
        assertThat(opened.stream().map(each -> each.drain).filter(Objects::nonNull))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(Duration.ofMillis(600_000)),
                        second -> assertThat(second).isBetween(Duration.ofMillis(500_000), Duration.ofMillis(600_000)),
                        third -> assertThat(third).isEqualTo(Duration.ofMillis(700_000)));
    }

    @Test
    void connectionsToTheFormerDatabaseCloseAfterTheirCalls() {
        become(FIRST, "app", "old", 1);
        become(SECOND, "app", "old", 1);
        await(() -> opened.getFirst().closed);
        assertThat(tool(FIRST).get()).startsWith("unavailable: the settings of adapter db changed");
    }

    @Test
    void tighterRoleDoesNotUseTheOldConnections() {
        become(FIRST, "app", "old");
        laterOnes = AdapterState.Status.DOWN;
        become(FIRST, "reader", "old");
        assertThat(tool(FIRST).get()).isEqualTo("unavailable: adapter db unavailable");
    }

    @Test
    void passwordInTheUrlReplacesTheOldOneOnlyOnceItWorks() {
        become("postgresql://app:old@first/shop", "", "");
        laterOnes = AdapterState.Status.DOWN;
        become("postgresql://app:new@first/shop", "", "");
        await(() -> adapters.states().getFirst().message().isPresent());
        assertThat(adapters.states().getFirst().message()).hasValue("the new settings do not work: wrong");
        assertThat(tool("postgresql://app:new@first/shop").get()).isEqualTo("[1]");
    }

    /** As for each attempt of a replica to take a catalog. */
    @Test
    void partlyFailedSettingsLeaveNoConnectionOpen() {
        become(FIRST, "app", "old");
        var wanted = List.of(ADAPTER, StubbedAdapters.adapter("another"), StubbedAdapters.adapter("faulty"));
        assertThatThrownBy(() -> adapters.become(wanted, StubbedAdapters.values(SECOND, "app", "old"), limits(5_000)))
                .hasMessage("faulty");
        assertThat(opened).hasSize(3);
        assertThat(opened.get(0).closed).isFalse();
        assertThat(opened.get(1).closed).isTrue();
        assertThat(opened.get(2).closed).isTrue();
        assertThat(tool(FIRST).get()).isEqualTo("[1]");
        assertThat(adapters.states()).hasSize(1);
    }

    private void become(String url, String username, String password) {
        become(url, username, password, 60_000);
    }

    private void become(String url, String username, String password, long callTimeout) {
        adapters.become(List.of(ADAPTER), StubbedAdapters.values(url, username, password), limits(callTimeout));
    }

    private static Limits limits(long callTimeout) {
        return new Limits(1, TestCalls.MAX_RESULT, 1, callTimeout, 256, 1);
    }

    /** Calls as a tool does that was linked while the adapter had this URL. */
    private Supplier<String> tool(String url) {
        return adapters.tool(ADAPTER, StubbedAdapters.values(url, "", ""));
    }

    private Connector<BoundStatement> open(AdapterSettings<BoundStatement> settings, Permits permits) {
        if (settings.adapter().name().equals("faulty")) {
            throw new IllegalStateException("faulty");
        }
        var next = new Numbered(opened.size() + 1);
        opened.add(next);
        return next;
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private final class Numbered extends StubbedAdapters.Stub {
        private final int number;
        private volatile Duration drain;
        private volatile boolean retired;
        private volatile boolean closed;

        Numbered(int number) {
            super(TestCalls.ADAPTER);
            this.number = number;
        }

        @Override
        public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
            if (number == 1) {
                underTheFirstCall.run();
            }
            if (retired || state().status() == AdapterState.Status.DOWN) {
                throw UnavailableFailures.adapter(TestCalls.ADAPTER);
            }
            out.ascii("[" + number + "]");
            return 1;
        }

        @Override
        public AdapterState state() {
            return number == 1 || laterOnes == AdapterState.Status.UP
                    ? super.state()
                    : AdapterState.down(name(), "wrong");
        }

        @Override
        public void retire(Duration drain) {
            this.drain = drain;
            retired = true;
        }

        @Override
        public void close() {
            retired = true;
            closed = true;
        }
    }
}
