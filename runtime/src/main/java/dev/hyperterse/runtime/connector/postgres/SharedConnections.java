package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.jdbc.LeasePool;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs quick statements of a read-only adapter, several on one connection. A line begins when a call takes a permit and a
 * lease, and gives both back when nobody is left in it. While anybody waits for a connection of his own no line takes
 * further calls, so that lines end and nobody waits behind them for long.
 */
final class SharedConnections implements SharedConnection.Owner {
    private static final int LONGEST_VALUES = 1024;

    private static final long SHORTEST_WAIT = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_WAIT = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_DOUBLED = Duration.ofSeconds(1).toNanos();

    private final LeasePool<PostgresLease> leases;
    private final PostgresSession session;
    private final Permits permits;
    private final int maxRows;
    private final long statementTimeout;
    private final long longestMessage;
    private final QuickStatements statements = new QuickStatements();
    private final List<SharedConnection> lines = new CopyOnWriteArrayList<>();
    private final AtomicLong names = new AtomicLong();
    private final AtomicInteger waitingAlone = new AtomicInteger();

    SharedConnections(
            LeasePool<PostgresLease> leases,
            PostgresSession session,
            Permits permits,
            Adapter adapter,
            long longestMessage) {
        this.leases = leases;
        this.session = session;
        this.permits = permits;
        this.maxRows = adapter.maxRows();
        this.statementTimeout =
                Duration.ofMillis(adapter.statementTimeoutMillis()).toNanos();
        this.longestMessage = longestMessage;
    }

    /** Empty when the call has to run alone, for whatever reason; the buffer is then as it was. */
    OptionalInt run(BoundStatement bound, CallScope scope, ResultBuffer out) {
        var quick = statements.find(bound.variant());
        if (quick.isEmpty()) {
            return OptionalInt.empty();
        }
        scope.check();
        var values = Outbox.texts(bound.values());
        if (Outbox.valuesLength(values) > LONGEST_VALUES) {
            return OptionalInt.empty();
        }
        var mark = out.size();
        var seat = seat(quick.get(), values, scope, out);
        if (seat.isEmpty()) {
            return OptionalInt.empty();
        }
        var call = seat.get().call();
        if (seat.get().connection().run(call, bound.variant(), scope)) {
            statements.ranShared(bound.variant(), call.tookNanos(), out.size() - mark);
            return OptionalInt.of(call.rows());
        }
        out.resetTo(mark);
        scope.check();
        if (call.refused()) {
            statements.failed(bound.variant());
        }
        if (timedOut(call)) {
            throw PostgresFailure.tookTooLong();
        }
        return OptionalInt.empty();
    }

    /** Running it again would take as long again. A cancellation that was meant for a neighbour comes sooner. */
    private boolean timedOut(SharedCall call) {
        return PostgresFailure.isCancelled(call.sqlState())
                && statementTimeout > 0
                && call.tookNanos() >= statementTimeout;
    }

    /** A call has had a connection alone and still has it. */
    void ranAlone(BoundStatement bound, Connection connection, long nanos, int resultSize) {
        statements.ranAlone(bound.variant(), connection, nanos, resultSize);
    }

    /** Waits in line for a permit for a call that needs a connection alone. */
    void acquireAlone(CallScope scope) {
        scope.check();
        if (permits.tryAcquire()) {
            return;
        }
        waitingAlone.incrementAndGet();
        try {
            permits.acquire(scope);
        } finally {
            waitingAlone.decrementAndGet();
        }
    }

    @Override
    public String newName() {
        return "shared_" + names.incrementAndGet();
    }

    @Override
    public void unused(SharedConnection connection, boolean reusable) {
        lines.remove(connection);
        try {
            if (reusable) {
                leases.giveBack(connection.lease());
            } else {
                leases.discard(connection.lease());
            }
        } finally {
            permits.release();
        }
    }

    private record Seat(SharedConnection connection, SharedCall call) {}

    private Optional<Seat> seat(QuickStatement statement, byte[][] values, CallScope scope, ResultBuffer out) {
        var joined = joined(statement, values, out, false);
        if (joined.isPresent()) {
            return joined;
        }
        var permitted = permits.tryAcquire();
        for (var wait = SHORTEST_WAIT; !permitted; wait = longer(wait)) {
            joined = joined(statement, values, out, true);
            if (joined.isPresent()) {
                return joined;
            }
            // All lines are long or stand still. They need not end while others join them, so look again.
            permitted = permits.acquire(scope, wait);
        }
        return open(statement, values, scope, out);
    }

    /**
     * While a call waits for a connection alone no line can be joined, and a short wait would lose the place behind it each
     * time. It ends all the same: what follows may be a line that never does.
     */
    private long longer(long wait) {
        return waitingAlone.get() > 0 ? Math.min(2 * wait, LONGEST_DOUBLED) : Math.min(2 * wait, LONGEST_WAIT);
    }

    private Optional<Seat> joined(QuickStatement statement, byte[][] values, ResultBuffer out, boolean pressed) {
        if (waitingAlone.get() > 0) {
            return Optional.empty();
        }
        Optional<Seat> joined = Optional.empty();
        var lines = pressed ? shortestFirst() : this.lines;
        for (var line = lines.iterator(); joined.isEmpty() && line.hasNext(); ) {
            joined = join(line.next(), statement, values, out, pressed);
        }
        return joined;
    }

    private List<SharedConnection> shortestFirst() {
        return lines.stream()
                .sorted(Comparator.comparingInt(SharedConnection::length))
                .toList();
    }

    private Optional<Seat> join(
            SharedConnection line, QuickStatement statement, byte[][] values, ResultBuffer out, boolean pressed) {
        return leases.serves(line.lease()) && session.isRestored(line.lease())
                ? line.join(statement, values, out, pressed).map(call -> new Seat(line, call))
                : Optional.empty();
    }

    /** A line on a connection that is there; making one is left to calls that run alone. */
    private Optional<Seat> open(QuickStatement statement, byte[][] values, CallScope scope, ResultBuffer out) {
        var lease = leases.takeUnused();
        if (lease == null) {
            permits.release();
            return Optional.empty();
        }
        if (!session.ready(lease, scope)) {
            leases.discard(lease);
            permits.release();
            return Optional.empty();
        }
        var connection = lease.shared(this::shared);
        var call = connection.flatMap(line -> line.open(statement, values, out));
        if (call.isEmpty()) {
            leases.giveBack(lease);
            permits.release();
            return Optional.empty();
        }
        lines.add(connection.get());
        return Optional.of(new Seat(connection.get(), call.get()));
    }

    private Optional<SharedConnection> shared(PostgresLease lease) {
        return DriverSocket.of(lease.connection()).flatMap(socket -> {
            try {
                return Optional.of(new SharedConnection(
                        lease, socket.getInputStream(), socket.getOutputStream(), longestMessage, maxRows, this));
            } catch (IOException closed) {
                return Optional.empty();
            }
        });
    }
}
