package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.postgres.SharedCall.State;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.SqlVariant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.postgresql.jdbc.PgConnection;

/**
 * A connection that several calls use at once: each sends its statement without waiting for the answers of those before.
 * What several have to send goes out in one write, the answers of several come in with one read, and the engine need not
 * go to sleep between two statements. Every statement is a transaction of its own.
 *
 * <p>There is no thread for it. Who is first in the line reads, for itself and for all whose answers came with its own,
 * and then leaves that to whoever is first by then. So a call that has the connection alone changes no threads.
 *
 * <p>Nothing is decided here about failures: a call whose answer is not plain rows is told to run alone.
 */
final class SharedConnection {
    /** Fits the engine's buffer while it cannot write its answers, so that whoever sends never waits for who reads. */
    private static final int MOST_BYTES = 32 * 1024;

    private static final int LONGEST_SILENCE = 2000;
    private static final int ENVELOPE = 64;

    /** Whose connection it is, and who is told when nobody uses it any more. */
    interface Owner {
        /** The engine knows prepared statements by names; the connection may have been shared before, by other leases. */
        String newName();

        void unused(SharedConnection connection, boolean reusable);
    }

    private final PostgresLease lease;
    private final OutputStream engine;
    private final AnswerReader answers;
    private final Owner owner;
    private final int maxRows;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<SharedCall> line = new ArrayDeque<>();
    private final LinePace pace = new LinePace();
    private final PreparedStatements prepared;
    private Outbox filling = new Outbox();
    private Outbox sending = new Outbox();
    private boolean someoneSends;
    private int bytes;
    private volatile int length;
    private volatile boolean open;
    private volatile boolean broken;

    SharedConnection(
            PostgresLease lease,
            InputStream fromEngine,
            OutputStream toEngine,
            long longestMessage,
            int maxRows,
            Owner owner) {
        this.lease = lease;
        this.engine = toEngine;
        this.answers = new AnswerReader(fromEngine, longestMessage);
        this.maxRows = maxRows;
        this.prepared = new PreparedStatements(owner::newName);
        this.owner = owner;
    }

    PostgresLease lease() {
        return lease;
    }

    /** About how many wait for their answers. */
    int length() {
        return length;
    }

    /** The first call of a new line. */
    Optional<SharedCall> open(QuickStatement statement, byte[][] values, ResultBuffer out) {
        lock.lock();
        try {
            pace.moved(System.nanoTime());
            var call = broken ? Optional.<SharedCall>empty() : enter(statement, values, out);
            call.ifPresent(first -> first.become(State.READS));
            open = call.isPresent();
            return call;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Joins the line.
     *
     * @param pressed there is no other connection to be had, so that a long line is better than none
     */
    Optional<SharedCall> join(QuickStatement statement, byte[][] values, ResultBuffer out, boolean pressed) {
        if (!open) {
            return Optional.empty();
        }
        lock.lock();
        try {
            return open && pace.worthJoining(line.size(), pressed) ? enter(statement, values, out) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<SharedCall> enter(QuickStatement quick, byte[][] values, ResultBuffer out) {
        var known = prepared.find(quick.variant());
        var size = Outbox.valuesLength(values) + ENVELOPE + (known.isPresent() ? 0 : quick.sql().length + ENVELOPE);
        if (bytes + size > MOST_BYTES || known.isEmpty() && prepared.full()) {
            return Optional.empty();
        }
        var statement = known.orElseGet(() -> prepared.prepare(quick, filling));
        filling.run(statement.name(), values, maxRows + 1);
        var call = new SharedCall(statement, out, maxRows, size, !someoneSends);
        someoneSends = true;
        bytes += size;
        line.add(call);
        length = line.size();
        return Optional.of(call);
    }

    /**
     * Sends what is to be sent and waits for the call's answer.
     *
     * @return whether there is one; if not the call has to run alone
     */
    boolean run(SharedCall call, SqlVariant variant, CallScope scope) {
        if (call.state() != State.READS) {
            send(call);
            waitInLine(call, scope);
        }
        if (call.state() == State.READS && !broken) {
            readFor(call, scope);
        }
        if (call.state() == State.DONE && call.refused()) {
            forget(variant, call.statement);
        }
        return call.state() == State.DONE && !call.refused();
    }

    /** Until there is nothing more to send: what others add meanwhile goes with the next write. */
    private void send(SharedCall call) {
        if (!call.takesSending()) {
            return;
        }
        try {
            while (takeWhatIsToSend()) {
                engine.write(sending.array(), 0, sending.size());
                engine.flush();
                sending.clear();
            }
        } catch (IOException unusable) {
            // Noticed by whoever reads, who may be writing into buffers of others just now.
            lease.abort();
        }
    }

    private boolean takeWhatIsToSend() {
        lock.lock();
        try {
            someoneSends = filling.size() > 0 && !broken;
            var full = filling;
            filling = sending;
            sending = full;
            return someoneSends;
        } finally {
            lock.unlock();
        }
    }

    /** Returns when there is nothing more to wait for, or no reason to. */
    private void waitInLine(SharedCall call, CallScope scope) {
        CallScope.Listener wake = end -> LockSupport.unpark(call.thread);
        var interrupted = false;
        var stall = new StallWatch();
        scope.listen(wake);
        try {
            while (waits(call)) {
                if (scope.ended().isPresent() && leaves(call)) {
                    throw CallScope.failure(scope.ended().get());
                }
                interrupted |= Thread.interrupted();
                if (interrupted && leaves(call)) {
                    return;
                }
                var began = System.nanoTime();
                LockSupport.parkNanos(this, LinePace.STALLED);
                if (stall.stalled(began, System.nanoTime(), pace.movedAt()) && waits(call) && leaves(call)) {
                    return;
                }
            }
        } finally {
            scope.forget(wake);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean waits(SharedCall call) {
        var state = call.state();
        return (state == State.IN_LINE || state == State.NEXT) && !broken;
    }

    private boolean leaves(SharedCall call) {
        lock.lock();
        try {
            if (call.state() == State.IN_LINE) {
                call.become(State.GONE);
            }
            return call.gone();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads until the call has its answer; an early end of the call reaches the engine meanwhile. It may come before its
     * turn to send: on a dead network that may wait as well, and only the end of the call ends it.
     */
    private void readFor(SharedCall call, CallScope scope) {
        var usable = false;
        try {
            lease.begin(this::cancel, scope);
            send(call);
            while (call.state() != State.DONE) {
                answers.receive();
                readWhatCame();
            }
            usable = true;
        } catch (IOException | IndexOutOfBoundsException unusable) {
            // Lost, or not what the protocol says; either way nothing more can be made of it.
        } finally {
            lease.finish(scope);
            passOn(usable);
        }
    }

    private void cancel() throws SQLException {
        ((PgConnection) lease.connection()).cancelQuery();
    }

    private void readWhatCame() throws IOException {
        var head = head();
        while (head != null && answers.read(head)) {
            head = complete(head);
        }
    }

    private SharedCall head() {
        lock.lock();
        try {
            return line.peek();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whose answer comes next; null when nobody waits. */
    private SharedCall complete(SharedCall call) {
        lock.lock();
        try {
            var now = System.nanoTime();
            call.complete(now, pace.movedAt());
            pace.answered(now, call.tookNanos());
            bytes -= call.bytes;
            line.poll();
            length = line.size();
            if (!call.gone()) {
                call.become(State.DONE);
                if (call.thread != Thread.currentThread()) {
                    LockSupport.unpark(call.thread);
                }
            }
            var next = line.peek();
            if (next != null && !next.gone()) {
                next.become(State.NEXT);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Leaves the reading to whoever is first now, or ends the line. */
    private void passOn(boolean usable) {
        if (!usable) {
            breakDown();
            return;
        }
        var ends = false;
        lock.lock();
        try {
            var next = line.peek();
            if (next == null) {
                ends = open;
                open = false;
            } else if (next.gone()) {
                // It may take as long as a statement may; whoever has an answer already does not wait for that.
                Thread.ofVirtual().name("drop answers").start(this::drop);
            } else {
                next.become(State.READS);
                LockSupport.unpark(next.thread);
            }
        } finally {
            lock.unlock();
        }
        if (ends) {
            owner.unused(this, answers.clean());
        }
    }

    /** Reads the answers that nobody waits for. No call's deadline bounds that, so silence does. */
    private void drop() {
        var usable = false;
        try {
            var usual = lease.connection().getNetworkTimeout();
            lease.connection().setNetworkTimeout(Runnable::run, LONGEST_SILENCE);
            for (var head = head(); head != null && head.gone(); head = head()) {
                answers.receive();
                readWhatCame();
            }
            lease.connection().setNetworkTimeout(Runnable::run, usual);
            usable = true;
        } catch (SocketTimeoutException silence) {
            cancelQuietly();
        } catch (IOException | SQLException | IndexOutOfBoundsException unusable) {
            // As for those who wait.
        } finally {
            passOn(usable);
        }
    }

    /** So that the engine does not go on for nobody on a connection that the pool no longer counts. */
    private void cancelQuietly() {
        try {
            cancel();
        } catch (SQLException unreachable) {
            // Then the engine finds out by itself that nobody is there.
        }
    }

    private void forget(SqlVariant variant, SharedStatement statement) {
        lock.lock();
        try {
            prepared.forget(variant, statement);
        } finally {
            lock.unlock();
        }
    }

    /** Only for the thread that reads: until then it may be writing into the buffers of those who wait. */
    private void breakDown() {
        List<SharedCall> waiting;
        lock.lock();
        try {
            open = false;
            waiting = List.copyOf(line);
            if (!waiting.isEmpty()) {
                // Its answer may be what cannot be read, as a row beyond every bound; then it must not come again soon.
                waiting.getFirst().refuse();
            }
            broken = true;
            line.clear();
            length = 0;
        } finally {
            lock.unlock();
        }
        waiting.forEach(call -> LockSupport.unpark(call.thread));
        owner.unused(this, false);
    }
}
