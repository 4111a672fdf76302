package dev.hyperterse.runtime.http;

import dev.hyperterse.http.connection.BoundedWrite;
import dev.hyperterse.http.connection.StrictConnections;
import dev.hyperterse.http.connection.StrictConnections.Watch;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * The response to one POST: JSON, or an event stream once a notification comes before the result. The thread of the
 * call and the thread that keeps a slow call's stream alive both write here, under one lock.
 *
 * <p>The era decides by {@link #onDisconnect} whether a disconnect ends the call.
 */
final class PostStream implements CallStream {
    private final ServerResponse response;
    private final boolean takesEvents;
    private final IntSupplier mostStreams;
    private final GracefulShutdown shutdown;
    private final BoundedWrite write;
    private final ReentrantLock lock = new ReentrantLock();
    private final long beganNanos = System.nanoTime();
    private Optional<SseSink> sink = Optional.empty();
    private volatile boolean broken;
    private volatile boolean calling;
    private boolean keptAlive;
    private List<Runnable> whenLost = List.of();
    private Optional<Disconnection> disconnection = Optional.empty();
    private volatile boolean watching;
    private volatile boolean finished;

    /** @param mostStreams the maximum of open streams */
    PostStream(
            ServerResponse response,
            boolean takesEvents,
            IntSupplier mostStreams,
            GracefulShutdown shutdown,
            BoundedWrite write) {
        this.response = response;
        this.takesEvents = takesEvents;
        this.mostStreams = mostStreams;
        this.shutdown = shutdown;
        this.write = write;
    }

    /** Returns true once, when the call has become slow and its stream needs keep-alives; for one thread only. */
    boolean startsKeepAlive(long nowNanos, Duration slow) {
        if (!takesEvents || !calling || keptAlive || finished || nowNanos - beganNanos < slow.toNanos()) {
            return false;
        }
        keptAlive = true;
        return true;
    }

    /** Drops a peer that does not read for {@code pause}, or takes longer than {@code total} for an answer. */
    void dropIfStuck(long nowNanos, Duration pause, Duration total) {
        write.endedAfter(pause, total, nowNanos);
    }

    @Override
    public void calling() {
        calling = true;
    }

    /** The action on a disconnect, and the watch on the connection. */
    private record Disconnection(Runnable disconnected, Watch watch) {}

    /**
     * A client that closes its sending half counts as disconnected: the difference is not visible until something is
     * written. Watching takes a thread, so it begins only when the call is slow.
     */
    @Override
    public void onDisconnect(Runnable disconnected) {
        lock.lock();
        try {
            if (!broken) {
                disconnection = Optional.of(new Disconnection(disconnected, StrictConnections.watch()));
                return;
            }
        } finally {
            lock.unlock();
        }
        disconnected.run();
    }

    /** Watches the connection for its end, once, where the call is slow and ends with it. */
    void watchIfSlow(long nowNanos, Duration slow) {
        // The thread that holds the lock is writing and notices a disconnect itself; the next check comes soon.
        if (watching || finished || nowNanos - beganNanos < slow.toNanos() || !lock.tryLock()) {
            return;
        }
        try {
            if (!finished) {
                disconnection.ifPresent(it -> it.watch().onEnd(it.disconnected()));
                watching = disconnection.isPresent();
            }
        } finally {
            lock.unlock();
        }
    }

    /** After this, neither notifications nor keep-alives are written. */
    void over() {
        lock.lock();
        finished = true;
        lock.unlock();
    }

    @Override
    public int mostStreams() {
        return mostStreams.getAsInt();
    }

    @Override
    public boolean open() {
        return takesEvents && !broken;
    }

    @Override
    public void notice(byte[] message) {
        locked(() -> {
            if (!finished) {
                opened().message(message, message.length);
            }
        });
    }

    @Override
    public void onLost(Runnable lost) {
        lock.lock();
        try {
            if (!broken) {
                whenLost = Stream.concat(whenLost.stream(), Stream.of(lost)).toList();
                return;
            }
        } finally {
            lock.unlock();
        }
        lost.run();
    }

    /** Writes a keep-alive for the client and for proxies; opens the stream if necessary. */
    void comment() {
        locked(() -> {
            if (!finished) {
                opened().comment();
            }
        });
    }

    boolean finished() {
        return finished;
    }

    /** Sends the response and ends the stream. */
    void finish(Answer answer) {
        lock.lock();
        try {
            finished = true;
            // A stream that failed while it opened has committed the response, which cannot be sent as JSON any more.
            if (sink.isEmpty() && !broken) {
                write.begin();
                sendWhole(answer);
                return;
            }
        } finally {
            write.end();
            lock.unlock();
        }
        locked(() -> {
            if (answer.length() > 0) {
                opened().message(answer.bytes(), answer.length());
            }
            opened().close();
        });
    }

    private void sendWhole(Answer answer) {
        shutdown.announceClose(response);
        if (answer.status() == Status.SERVICE_UNAVAILABLE_503.code()) {
            // A client that asks again later must not hold a place until then.
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        response.status(answer.status());
        answer.sessionId().ifPresent(id -> response.header(Headers.SESSION_ID, id));
        answer.retryAfterSeconds().ifPresent(after -> response.header(HeaderNames.RETRY_AFTER, Long.toString(after)));
        if (answer.length() == 0) {
            response.send();
        } else if (answer.length() <= Pieces.SIZE) {
            response.header(Headers.JSON).send(answer.bytes(), 0, answer.length());
        } else {
            sendInPieces(answer);
        }
    }

    private void sendInPieces(Answer answer) {
        response.header(Headers.JSON).headers().contentLength(answer.length());
        try (var out = response.outputStream()) {
            Pieces.write(answer.bytes(), 0, answer.length(), out, write::progressed);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private SseSink opened() throws IOException {
        if (sink.isEmpty()) {
            sink = Optional.of(new SseSink(response, write::progressed));
        }
        return sink.get();
    }

    private void locked(Write bytes) {
        var lost = List.<Runnable>of();
        lock.lock();
        try {
            if (takesEvents && !broken) {
                write.begin();
                bytes.run();
            }
        } catch (IOException gone) {
            broken = true;
            lost = Stream.concat(whenLost.stream(), disconnection.map(Disconnection::disconnected).stream())
                    .toList();
        } finally {
            write.end();
            lock.unlock();
        }
        lost.forEach(Runnable::run);
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
