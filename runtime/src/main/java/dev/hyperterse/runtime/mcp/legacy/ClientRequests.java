package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.runtime.mcp.legacy.session.SessionId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The pending requests of this replica to clients, by their ids. */
public final class ClientRequests {
    static final int MOST_OF_SESSION = 8;
    static final ClientReply ENDED = new ClientReply.Failed("the session of the client has ended");
    private static final ClientReply SHUTDOWN = new ClientReply.Failed("the server is shutting down");

    private final DeadlineTimer deadlines;
    private volatile Duration limit;
    /** Random, so that ids of other replicas, or of this one before a restart, are unknown. */
    private final String prefix =
            "ask-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";

    private final AtomicLong begun = new AtomicLong();
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param limit the timeout for one reply */
    public ClientRequests(DeadlineTimer deadlines, Duration limit) {
        this.deadlines = deadlines;
        this.limit = limit;
    }

    /** Changes the limit for later requests. */
    public void limit(Duration limit) {
        this.limit = limit;
    }

    /** A pending request. Its reply is handed over once, on any thread. */
    final class Waiting extends DeadlineTimer.Timed {
        private final String id;
        private final SessionId session;
        private final Duration limit;
        private final Consumer<ClientReply> reply;
        private final AtomicBoolean settled = new AtomicBoolean();
        private volatile Runnable late = () -> {};

        private Waiting(String id, SessionId session, Duration limit, Consumer<ClientReply> reply) {
            this.id = id;
            this.session = session;
            this.limit = limit;
            this.reply = reply;
        }

        String id() {
            return id;
        }

        /** Runs an action on a timeout of the client; it must not block. */
        void onLate(Runnable action) {
            late = action;
        }

        /** @return whether it was pending */
        boolean settle(ClientReply with) {
            if (!withdraw()) {
                return false;
            }
            reply.accept(with);
            return true;
        }

        /** Ends the request without a reply. @return whether it was pending */
        boolean withdraw() {
            if (!settled.compareAndSet(false, true)) {
                return false;
            }
            deadlines.remove(this);
            waiting.remove(id);
            return true;
        }

        @Override
        protected void expire() {
            if (settle(new ClientReply.Failed("the client did not answer within %d s".formatted(limit.toSeconds())))) {
                late.run();
            }
        }
    }

    /**
     * Begins to wait.
     *
     * @param most that may wait on this replica
     * @return empty when as many wait as may
     */
    Optional<Waiting> begin(SessionId session, int most, Consumer<ClientReply> reply) {
        if (waiting.size() >= most || ofSession(session) >= MOST_OF_SESSION) {
            return Optional.empty();
        }
        var request = new Waiting(prefix + begun.incrementAndGet(), session, limit, reply);
        waiting.put(request.id, request);
        deadlines.add(request, System.nanoTime() + request.limit.toNanos());
        if (request.settled.get()) {
            // Settled before it had a deadline.
            deadlines.remove(request);
        }
        if (closed) {
            request.settle(SHUTDOWN);
        }
        return Optional.of(request);
    }

    private long ofSession(SessionId session) {
        return waiting.values().stream()
                .filter(it -> it.session.equals(session))
                .count();
    }

    /** Hands a reply over; false where no request of that session was pending under that id. */
    boolean answer(SessionId session, String id, ClientReply reply) {
        return Optional.ofNullable(waiting.get(id))
                .filter(it -> it.session.equals(session))
                .filter(it -> it.settle(reply))
                .isPresent();
    }

    /** The session has ended: its pending requests fail. */
    void end(SessionId session) {
        waiting.values().stream().filter(it -> it.session.equals(session)).forEach(it -> it.settle(ENDED));
    }

    /** The replica shuts down: all pending and later requests fail. */
    void close() {
        closed = true;
        waiting.values().forEach(it -> it.settle(SHUTDOWN));
    }

    /** The number of pending requests. */
    public int waiting() {
        return waiting.size();
    }
}
