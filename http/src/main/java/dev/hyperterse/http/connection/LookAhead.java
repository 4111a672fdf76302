package dev.hyperterse.http.connection;

import io.helidon.webserver.CloseConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads a connection on while its request is answered, to notice its end. What arrives is kept for the next request, up
 * to a bound: a client that sends more than that behind a request which is watched loses the connection, because the end
 * could not be seen behind it.
 */
final class LookAhead {
    /** A small request, or the beginning of a large one. No known client sends even that before it has its answer. */
    static final int MOST_BYTES = 16 * 1024;

    /** The array of a piece and its place, beside its bytes. */
    private static final int PIECE = 32;

    private final Supplier<Optional<byte[]>> received;
    private final Supplier<Optional<byte[]>> awaited;
    private final Runnable close;
    private final RequestMemory.Share memory;
    private final Deque<byte[]> pieces = new ArrayDeque<>();
    private volatile Optional<Thread> reader = Optional.empty();
    private State state = State.STOPPED;
    private Optional<Runnable> watcher = Optional.empty();
    private Optional<RuntimeException> lost = Optional.empty();
    private int held;
    /** The charged part of what is held: a piece that was awaited is not. */
    private int charged;

    private enum State {
        /** Only its thread reads the connection. */
        READING,
        /** Nothing reads; more may arrive. */
        STOPPED,
        ENDED
    }

    /**
     * @param received reads the connection; empty at its end
     * @param awaited the same, with a small buffer: it waits as long as a request is answered
     * @param close closes the connection
     * @param memory for what is kept
     */
    LookAhead(
            Supplier<Optional<byte[]>> received,
            Supplier<Optional<byte[]>> awaited,
            Runnable close,
            RequestMemory.Share memory) {
        this.received = received;
        this.awaited = awaited;
        this.close = close;
        this.memory = memory;
    }

    /** Runs that when the connection ends before {@link #next} is called. */
    void watch(Runnable ended) {
        boolean over;
        synchronized (this) {
            over = state == State.ENDED;
            watcher = Optional.of(ended);
            if (state == State.STOPPED) {
                state = State.READING;
                reader = Optional.of(Thread.ofVirtual().name("connection end").start(this::read));
            }
        }
        if (over) {
            ended.run();
        }
    }

    /** Ends the thread that reads, if there is one: an interrupted read closes the connection beneath it. */
    void interrupt() {
        reader.ifPresent(Thread::interrupt);
    }

    /** The bytes that arrived, in their order, and then those that arrive; empty at the end. Nothing is watched any more. */
    Optional<byte[]> next() {
        synchronized (this) {
            watcher = Optional.empty();
            awaitPiece();
            var piece = Optional.ofNullable(pieces.poll());
            int taken = piece.map(LookAhead::size).orElse(0);
            held -= taken;
            int uncharged = Math.min(taken, charged);
            charged -= uncharged;
            memory.giveBack(uncharged);
            if (lost.isPresent() && piece.isEmpty()) {
                throw lost.get();
            }
            if (piece.isPresent() || state == State.ENDED) {
                return piece;
            }
        }
        return received.get();
    }

    private void awaitPiece() {
        try {
            while (pieces.isEmpty() && state == State.READING) {
                wait();
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("the server closes the connection", closing);
        }
    }

    private void read() {
        boolean more = true;
        while (more) {
            try {
                var bytes = awaited.get();
                more = bytes.map(this::keep).orElseGet(() -> end(Optional.empty()));
            } catch (RuntimeException failure) {
                more = end(Optional.of(failure));
            }
        }
    }

    /** Whether to read on. */
    private boolean keep(byte[] piece) {
        synchronized (this) {
            pieces.add(piece);
            held += size(piece);
            notifyAll();
            if (watcher.isEmpty()) {
                state = State.STOPPED;
                return false;
            }
            if (held <= MOST_BYTES && memory.takeWhatIsLeft(size(piece))) {
                charged += size(piece);
                return true;
            }
            pieces.clear();
        }
        close.run();
        return end(Optional.empty());
    }

    private static int size(byte[] piece) {
        return piece.length + PIECE;
    }

    private boolean end(Optional<RuntimeException> failure) {
        Optional<Runnable> told;
        synchronized (this) {
            state = State.ENDED;
            lost = failure;
            told = watcher;
            notifyAll();
        }
        told.ifPresent(Runnable::run);
        return false;
    }
}
