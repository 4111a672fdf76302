package dev.hyperterse.runtime.connector.postgres.pipelined;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.connector.postgres.pipelined.Exchange.State;
import dev.hyperterse.runtime.connector.postgres.wire.Dialer;
import dev.hyperterse.runtime.connector.postgres.wire.FakeEngine;
import dev.hyperterse.runtime.connector.postgres.wire.HostChoice;
import dev.hyperterse.runtime.connector.postgres.wire.Login;
import dev.hyperterse.runtime.connector.postgres.wire.ServerAddress;
import dev.hyperterse.runtime.connector.postgres.wire.Timeouts;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.runtime.tool.bind.SqlVariant;
import dev.hyperterse.runtime.tool.bind.SqlVariant.Bind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What several calls do on one connection, against an engine that answers when the test lets it. */
@Timeout(120)
class PipelinedConnectionTest implements PipelinedConnection.Owner {
    private static final Bounds BOUNDS = new Bounds(10, 100_000, 0);

    private final BufferBudget budget = new BufferBudget(10_000_000);
    private final DeadlineWheel wheel = new DeadlineWheel();
    private final StatementProfile profile =
            new StatementProfile(new SqlVariant("SELECT ? AS v", List.of(Bind.INT4)), "SELECT $1 AS v");
    private final TypeEncoders types = new TypeEncoders();
    private final AtomicInteger ended = new AtomicInteger();

    @Override
    public void queueEnded(PipelinedConnection connection) {
        ended.incrementAndGet();
    }

    @Override
    public void watch() {
        // Nothing stalls here.
    }

    @AfterEach
    void close() {
        wheel.close();
    }

    /** One call of a test, on a thread of its own. */
    private final class Caller {
        private final ResultBuffer out = budget.open(10_000);
        private final CallScope scope = CallScope.open(wheel, 60_000);
        private final CompletableFuture<Execution> entered = new CompletableFuture<>();
        private final CompletableFuture<Execution> done = new CompletableFuture<>();

        Caller(PipelinedConnection connection, int value, boolean first) {
            Thread.ofVirtual().start(() -> {
                var bound = new BoundStatement(profile.variant(), new Object[] {(long) value}, out.reservation());
                var execution = new Execution(profile, bound, BOUNDS, types, out);
                var admitted = first ? connection.begin(execution, true) : connection.join(execution, 100, true);
                entered.complete(admitted ? execution : null);
                if (admitted) {
                    connection.await(execution, scope);
                }
                done.complete(execution);
            });
        }

        String outcome() {
            var execution = done.join();
            var rows = new String(out.toByteArray(), StandardCharsets.UTF_8);
            scope.close();
            out.close();
            return execution.state() == State.DONE ? rows : execution.state().toString();
        }
    }

    /** A queue that does not move for 50 ms takes nobody, which can happen on a busy machine: then once more. */
    private List<Caller> queued(PipelinedConnection connection, int callers) {
        while (true) {
            var all = new ArrayList<Caller>();
            all.add(new Caller(connection, 0, true));
            assertThat(all.getFirst().entered.join()).isNotNull();
            for (var number = 1; number < callers; number++) {
                all.add(new Caller(connection, number, false));
            }
            if (all.stream().allMatch(caller -> caller.entered.join() != null)) {
                return all;
            }
            gate.release(callers);
            all.forEach(Caller::outcome);
            gate.drain();
        }
    }

    private final Gate gate = new Gate();

    @Test
    void severalCallsAreSentBeforeTheFirstIsAnswered() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase(gate))) {
            var connection = open(engine);
            var callers = queued(connection, 5);
            assertThat(callers.getFirst().done).isNotDone();
            gate.release(5);
            for (var number = 0; number < 5; number++) {
                assertThat(callers.get(number).outcome()).isEqualTo("[{\"v\":%d}]".formatted(number));
            }
            connection.terminate();
        }
        assertThat(ended).hasPositiveValue();
        assertThat(budget.used()).isZero();
    }

    @Test
    void callThatEndsInTheQueueLeavesAndOthersHaveTheirRows() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase(gate))) {
            var connection = open(engine);
            var callers = queued(connection, 4);
            callers.get(1).scope.end(CallScope.End.CLIENT);
            assertThat(callers.get(1).outcome()).isEqualTo("ABANDONED");
            gate.release(4);
            assertThat(callers.get(0).outcome()).isEqualTo("[{\"v\":0}]");
            assertThat(callers.get(2).outcome()).isEqualTo("[{\"v\":2}]");
            assertThat(callers.get(3).outcome()).isEqualTo("[{\"v\":3}]");
            connection.terminate();
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void brokenConnectionIsLostForAllThatWait() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase(gate))) {
            var connection = open(engine);
            var callers = queued(connection, 3);
            connection.abort();
            callers.forEach(caller -> assertThat(caller.outcome()).isEqualTo("LOST"));
            gate.release(3);
            assertThat(connection.broken()).isTrue();
            assertThat(connection.endedHere()).isTrue();
        }
        assertThat(ended).hasPositiveValue();
    }

    /** Lets answers through, one for each permit. */
    private static final class Gate implements FakeDatabase.Answer {
        private final Semaphore permits = new Semaphore(0);

        void release(int answers) {
            permits.release(answers);
        }

        void drain() {
            permits.drainPermits();
        }

        @Override
        public Optional<List<byte[]>> instead(List<byte[]> usual, int connection) {
            permits.acquireUninterruptibly();
            return Optional.empty();
        }
    }

    private PipelinedConnection open(FakeEngine engine) throws IOException {
        var login = new Login(
                ServerAddress.list("127.0.0.1:" + engine.port()),
                new HostChoice(HostChoice.Role.ANY, false),
                Map.of("user", "me"),
                Optional.empty(),
                Optional.empty(),
                "SET x",
                new Timeouts(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO),
                true);
        var wire = new Dialer(login).open();
        var session = new SessionState(List.of("TimeZone"), wire.reported());
        // Far ahead, so that no pause of a test makes it old.
        session.restored(System.nanoTime() + Duration.ofMinutes(1).toNanos());
        var connection = new PipelinedConnection(wire, session, this, System.nanoTime());
        assertThat(new Descriptions(types).describe(any(), connection, CallScope.open(wheel, 60_000)))
                .isTrue();
        return connection;
    }

    private Execution any() {
        var out = budget.open(1000);
        var bound = new BoundStatement(profile.variant(), new Object[] {1L}, out.reservation());
        return new Execution(profile, bound, BOUNDS, types, out);
    }
}
