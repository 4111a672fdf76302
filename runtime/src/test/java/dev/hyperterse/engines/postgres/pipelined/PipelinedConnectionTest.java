package dev.hyperterse.engines.postgres.pipelined;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange.State;
import dev.hyperterse.engines.postgres.pipelined.connection.SessionState;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.wire.FakeConversation;
import dev.hyperterse.engines.postgres.wire.FakeEngine;
import dev.hyperterse.engines.postgres.wire.WireConnection;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several calls on one connection, against an engine whose answers the test releases. */
@Timeout(120)
class PipelinedConnectionTest implements PipelinedConnection.Owner {
    /** So far that no pause of a test makes a session old. */
    private static final long AHEAD = Duration.ofMinutes(1).toNanos();

    private static final CallBounds BOUNDS = new CallBounds(10, 100_000, 0, false);

    private final BufferBudget budget = new BufferBudget(10_000_000);
    private final DeadlineTimer deadlines = new DeadlineTimer();
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
        deadlines.close();
    }

    /** One call of a test, on a thread of its own. */
    private final class Caller {
        private final ResultBuffer out = budget.open(10_000);
        private final CallScope scope = CallScope.open(deadlines, 60_000);
        private final CompletableFuture<Execution> entered = new CompletableFuture<>();
        private final CompletableFuture<Execution> done = new CompletableFuture<>();

        Caller(PipelinedConnection connection, int value, boolean first) {
            Thread.ofVirtual().start(() -> {
                var bound = new BoundStatement(profile.variant(), new Object[] {(long) value}, out.reservation());
                var execution = new Execution(profile, Optional.empty(), bound, BOUNDS, types, out);
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

    /** A queue that is stalled for 50 ms admits no call, which can happen on a busy machine; then this tries again. */
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
    void callEndedInTheQueueLeavesTheRowsOfOthers() throws IOException {
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
    void brokenConnectionFailsAllQueuedCalls() throws IOException {
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

    /** The engine would read half a message as the beginning of the next one. */
    @Test
    void failedWriteEndsTheConnection() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase(gate))) {
            var exclusive = open(engine);
            assertThatThrownBy(() -> exclusive.begin(new Unwritable(), false)).hasMessage("unwritable");
            assertThat(exclusive.endedHere()).isTrue();

            var shared = open(engine);
            var callers = queued(shared, 2);
            while (joins(shared)) {
                gate.release(2);
                callers.forEach(Caller::outcome);
                gate.drain();
                callers = queued(shared, 2);
            }
            callers.forEach(caller -> assertThat(caller.outcome()).isEqualTo("LOST"));
            gate.release(2);
        }
    }

    /** Whether the queue refuses it, as a stalled queue does, instead of writing it. */
    private static boolean joins(PipelinedConnection connection) {
        try {
            assertThat(connection.join(new Unwritable(), 100, true)).isFalse();
            return true;
        } catch (IllegalStateException unwritten) {
            return false;
        }
    }

    /** Of which only the beginning can be written. */
    private static final class Unwritable extends PipelinedExchange {
        @Override
        public void write(ClientMessages engine, PreparedStatements prepared) {
            engine.execute(1);
            throw new IllegalStateException("unwritable");
        }

        @Override
        public void message(ServerMessages message) {
            throw new IllegalStateException("never sent");
        }

        @Override
        public void requireComplete() {
            throw new IllegalStateException("never sent");
        }
    }

    @Test
    void unresponsiveConnectionIsDroppedBeforeTheCallTimesOut() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
                    client.welcome();
                    client.drain();
                });
                var scope = CallScope.open(deadlines, 60_000)) {
            var connection = connect(engine, System.nanoTime() - AHEAD);
            assertThat(connection.isRestored()).isFalse();
            assertThat(connection.restore("SET x", Duration.ofMillis(100), scope))
                    .isFalse();
            assertThat(connection.broken()).isTrue();
            assertThat(connection.endedHere()).isFalse();
            assertThat(scope.ended()).isEmpty();
        }
    }

    /** An engine that shuts down at once sends a notice instead of an error. */
    @Test
    void connectionWithUnreadInputMayHaveEndedAfterAnyIdleTime() throws IOException {
        var connected = new CompletableFuture<Void>();
        try (var engine = FakeEngine.playing((client, _) -> {
            client.welcome();
            connected.join();
            client.send(FakeConversation.message('N', FakeConversation.text("C57P01"), new byte[1]));
            client.end();
            client.drain();
        })) {
            var connection = connect(engine, System.nanoTime() + AHEAD);
            assertThat(connection.mayHaveEnded(connection.poolEntry().madeAt())).isFalse();
            connected.complete(null);
            var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!connection.mayHaveEnded(connection.poolEntry().madeAt())) {
                assertThat(System.nanoTime()).as("the notice is seen").isLessThan(end);
                LockSupport.parkNanos(1_000_000);
            }
        }
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
        var connection = connect(engine, System.nanoTime() + AHEAD);
        assertThat(new Descriptions(types).describe(any(), connection, CallScope.open(deadlines, 60_000)))
                .isTrue();
        return connection;
    }

    private PipelinedConnection connect(FakeEngine engine, long restoredAt) throws IOException {
        var wire = engine.dial();
        return new PipelinedConnection(wire, restored(wire, restoredAt), this, System.nanoTime());
    }

    private static SessionState restored(WireConnection wire, long at) {
        var session = new SessionState(List.of("TimeZone"), wire.reported());
        session.restored(at);
        return session;
    }

    private Execution any() {
        var out = budget.open(1000);
        var bound = new BoundStatement(profile.variant(), new Object[] {1L}, out.reservation());
        return new Execution(profile, Optional.empty(), bound, BOUNDS, types, out);
    }
}
