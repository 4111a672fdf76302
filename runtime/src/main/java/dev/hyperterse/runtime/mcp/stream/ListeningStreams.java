package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.session.Session;
import dev.hyperterse.runtime.mcp.session.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** All open streams of a replica, one for each session. */
public final class ListeningStreams implements AutoCloseable {
    private final LiveCatalogs catalogs;
    private final Pace pace;
    private final ConcurrentHashMap<SessionId, ListeningStream> bySession = new ConcurrentHashMap<>();
    private final Thread watch;
    private volatile boolean closed;

    public ListeningStreams(LiveCatalogs catalogs, Pace pace) {
        this.catalogs = catalogs;
        this.pace = pace;
        this.watch = Thread.ofVirtual().name("stream watch").start(this::dropStuck);
        catalogs.listen(this::announce);
    }

    public int open() {
        return bySession.size();
    }

    /**
     * Opens the stream of a session on the current thread, instead of the one it may have had: a client that opens a
     * second has lost the first. Empty when there is no room.
     */
    public Optional<ListeningStream> open(Session session, int limit) {
        var id = session.ticket().id();
        if (closed || bySession.size() >= limit && !bySession.containsKey(id)) {
            return Optional.empty();
        }
        var name = Long.toHexString(ThreadLocalRandom.current().nextLong());
        var stream = new ListeningStream(session, name, pace, this::position);
        session.listening(true);
        Optional.ofNullable(bySession.put(id, stream)).ifPresent(ListeningStream::close);
        if (closed) {
            stream.close();
        }
        return Optional.of(stream);
    }

    /** Runs an opened stream until it ends, beginning with what its client has missed. */
    public void run(ListeningStream stream, Optional<String> lastEventId, EventSink.Opening opening)
            throws IOException {
        try {
            lastEventId.ifPresent(last -> stream.offer(missed(last), false));
            var sink = opening.open();
            stream.run(sink);
            sink.close();
        } finally {
            if (bySession.remove(stream.session().ticket().id(), stream)) {
                stream.session().listening(false);
            }
        }
    }

    /** Ends the stream of a session that took its leave. */
    public void end(Session session) {
        Optional.ofNullable(bySession.get(session.ticket().id())).ifPresent(ListeningStream::close);
    }

    private Set<Notice> missed(String lastEventId) {
        return Notice.of(EventId.positionIn(lastEventId)
                .map(catalogs::changedSince)
                .orElseGet(() -> EnumSet.allOf(ChangeKind.class)));
    }

    private void announce(CatalogChange change) {
        var notices = Notice.of(change.lists());
        boolean content = change.touchesContent();
        boolean spread = bySession.size() > pace.spreadAbove();
        for (var stream : bySession.values()) {
            stream.offer(notices, spread);
            if (content) {
                updates(change, stream, spread);
            }
        }
    }

    private static void updates(CatalogChange change, ListeningStream stream, boolean spread) {
        var updated = new HashSet<String>();
        for (var uri : stream.session().subscriptions()) {
            if (change.updates(uri)) {
                updated.add(uri);
            }
        }
        if (!updated.isEmpty()) {
            stream.offerUpdates(updated, spread);
        }
    }

    private String position() {
        return catalogs.current().map(live -> live.revision().position()).orElse("none.0");
    }

    private void dropStuck() {
        while (!closed) {
            try {
                Thread.sleep(Duration.ofSeconds(1));
            } catch (InterruptedException ended) {
                return;
            }
            long now = System.nanoTime();
            bySession.values().forEach(stream -> stream.dropIfStuck(now));
        }
    }

    /** Ends every stream; clients come back with their last event id, here or elsewhere. */
    @Override
    public void close() {
        closed = true;
        watch.interrupt();
        bySession.values().forEach(ListeningStream::close);
    }
}
