package dev.hyperterse.runtime.mcp.legacy.stream;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.NotificationSink;
import dev.hyperterse.runtime.mcp.stream.PacedNotifier;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The open stream of one session: its events have ids, with which the client can resume on any replica. */
final class ListeningStream {
    private final Session session;
    private final Principal principal;
    private final Optional<Instant> until;
    private final String id;
    private final PacedNotifier notifier;
    private String heard;
    private long written;

    /** The lists that may have been another replica's when its client read them. */
    private final Set<Notice> owed = ConcurrentHashMap.newKeySet();

    /** Belongs to the current thread. {@code position} is the revision that its client knows now. */
    ListeningStream(
            Session session,
            Principal principal,
            Optional<Instant> until,
            String id,
            PacedNotifier notifier,
            String position) {
        this.session = session;
        this.principal = principal;
        this.until = until;
        this.id = id;
        this.notifier = notifier;
        this.heard = position;
    }

    Session session() {
        return session;
    }

    Principal principal() {
        return principal;
    }

    /** Its client is to be notified again of these, once every replica serves them. */
    void owes(Set<Notice> lists) {
        owed.addAll(lists);
    }

    /** Of the lists that every replica serves now, those of which it was to be notified again. */
    Set<Notice> paid(Set<Notice> settled) {
        return settled.stream().filter(owed::remove).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether its client has to show again who it is. */
    boolean isOver(Instant now) {
        return until.filter(end -> !now.isBefore(end)).isPresent();
    }

    PacedNotifier notifier() {
        return notifier;
    }

    /** The revision that the client knows by what was written. */
    String heard() {
        return heard;
    }

    /** Where the client stood before it was away, as far as anybody knows. */
    void resumesAt(String position) {
        heard = position;
    }

    /** Writes until the stream ends, and ends it in good order; an exception says that the peer is gone. */
    void run(EventSink sink) throws IOException {
        notifier.run(new Events(sink));
    }

    /** A client that is lost before it was notified of everything comes back with the position from before. */
    private String nextEventId() {
        heard = notifier.reached().orElse(heard);
        written++;
        return new EventId(id, heard, written).toString();
    }

    private final class Events implements NotificationSink {
        private final EventSink sink;

        private Events(EventSink sink) {
            this.sink = sink;
        }

        @Override
        public void begin() throws IOException {
            sink.prime(nextEventId(), session.ticket().version().primesStreams());
        }

        @Override
        public void notification(byte[] message) throws IOException {
            sink.event(nextEventId(), message);
        }

        @Override
        public void comment() throws IOException {
            sink.comment();
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }
}
