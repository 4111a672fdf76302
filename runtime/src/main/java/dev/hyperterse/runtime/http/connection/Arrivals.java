package dev.hyperterse.runtime.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What arrives on one connection, and since when the rest of a request is waited for. A request that comes in one piece,
 * as small ones do, never waits within and costs nothing here.
 */
final class Arrivals {
    private static final Wait NONE = new Wait(0, 0);
    private static final Wait EXPIRED = new Wait(0, 0);

    private final HelidonSocket socket;
    private final AtomicReference<Wait> waiting = new AtomicReference<>(NONE);
    private Optional<Long> began = Optional.empty();
    /** There once a request was watched. */
    private Optional<LookAhead> ahead = Optional.empty();

    Arrivals(HelidonSocket socket) {
        this.socket = socket;
    }

    /** One wait for more of a request; a new one each time, so that none is taken for another. */
    private record Wait(long beganNanos, long sinceNanos) {}

    /** The first bytes of a request; empty at the end of the connection. */
    Optional<byte[]> first() {
        return next();
    }

    /** More of a request that has begun; it fails when that has taken too long. */
    Optional<byte[]> more() {
        long now = System.nanoTime();
        began = Optional.of(began.orElse(now));
        var wait = new Wait(began.get(), now);
        waiting.set(wait);
        try {
            return next();
        } finally {
            if (!waiting.compareAndSet(wait, NONE)) {
                throw new CloseConnectionException("the request took too long to arrive");
            }
        }
    }

    /** A request has arrived whole; the next may take its time to begin. */
    void requestEnded() {
        began = Optional.empty();
    }

    /**
     * Reads on while a request is answered, and runs that when the connection ends. Its thread must have no other
     * business with the connection until then.
     */
    void onEnd(Runnable ended) {
        if (ahead.isEmpty()) {
            ahead = Optional.of(new LookAhead(this::received, this::close));
        }
        ahead.get().watch(ended);
    }

    /** Refuses a request that takes too long with that answer, and ends its connection. */
    void endIfLate(long nowNanos, ReadLimits limits, byte[] answer) {
        var wait = waiting.get();
        if (wait == EXPIRED) {
            // It was refused a while ago: its client does not even read that.
            close();
        } else if (late(wait, nowNanos, limits) && waiting.compareAndSet(wait, EXPIRED)) {
            // The connection's own thread waits in a read, so nothing else writes. A thread for each: writing can
            // block.
            Thread.ofVirtual().name("late request").start(() -> refuse(answer));
        }
    }

    private static boolean late(Wait wait, long nowNanos, ReadLimits limits) {
        return wait != NONE
                && (nowNanos - wait.sinceNanos() > limits.pause().toNanos()
                        || nowNanos - wait.beganNanos() > limits.total().toNanos());
    }

    private void refuse(byte[] answer) {
        try {
            socket.write(BufferData.create(answer));
        } catch (UncheckedIOException gone) {
            // The client has disconnected.
        } finally {
            close();
        }
    }

    private void close() {
        try {
            socket.close();
        } catch (UncheckedIOException closed) {
            // Its own thread, which wakes from its read, closes it as well.
        }
    }

    private Optional<byte[]> next() {
        return ahead.isPresent() ? ahead.get().next() : received();
    }

    private Optional<byte[]> received() {
        try {
            return Optional.ofNullable(socket.get());
        } catch (UncheckedIOException lost) {
            throw new ServerConnectionException("the connection is lost", lost);
        }
    }
}
