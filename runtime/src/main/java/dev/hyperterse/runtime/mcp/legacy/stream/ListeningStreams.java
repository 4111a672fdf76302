package dev.hyperterse.runtime.mcp.legacy.stream;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTimes;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.NotificationFilter;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** The streams of sessions, at most one each; a reconnecting client is notified of what it missed. */
public final class ListeningStreams {
    private final LiveCatalogs catalogs;
    private final OpenStreams streams;
    private final SessionTimes times;

    public ListeningStreams(LiveCatalogs catalogs, OpenStreams streams, SessionTimes times) {
        this.catalogs = catalogs;
        this.streams = streams;
        this.times = times;
    }

    /**
     * Opens the stream of a session on the current thread and replaces its former one: a client that opens a second
     * stream has lost the first. Empty if the limit is reached.
     *
     * @param caller whose view decides about notifications, until it must authenticate again
     */
    public Optional<EventStream> open(Session session, Caller caller, int limit) {
        var name = Long.toHexString(ThreadLocalRandom.current().nextLong());
        var ages = caller.pipe().isEmpty();
        return streams.open(
                        session.ticket().id(),
                        caller.principal(),
                        caller.until(),
                        new OfSession(session, times, ages),
                        limit)
                .map(stream -> new ListeningStream(session, name, stream))
                .map(stream -> {
                    // After the stream is registered: the end of the replaced stream no longer resets it.
                    if (!session.listening(true) || session.ended()) {
                        stream.end();
                    }
                    return new Opened(stream);
                });
    }

    /**
     * All lists, and the resources that it has subscribed to.
     *
     * @param ages whether the session ends by its age; that of a pipe does not
     */
    private record OfSession(Session session, SessionTimes times, boolean ages) implements NotificationFilter {
        @Override
        public boolean includesList(Notice list) {
            return true;
        }

        @Override
        public Set<String> resources() {
            return session.subscriptions();
        }

        @Override
        public boolean includesResource(String uri) {
            return session.subscribed(uri);
        }

        /** A reconnecting client gets the response for an unknown session, as on a POST. */
        @Override
        public boolean isOver(LiveCatalog live) {
            return session.ended()
                    || ages
                            && !times.valid(
                                    session.ticket(), live.settings().sessions().maxAgeMillis());
        }
    }

    private final class Opened implements EventStream {
        private final ListeningStream stream;

        private Opened(ListeningStream stream) {
            this.stream = stream;
        }

        @Override
        public Begun begin(Optional<String> lastEventId, EventSink.Opening opening) throws IOException {
            return ListeningStreams.this.begin(stream, lastEventId, opening);
        }

        @Override
        public void end() {
            stream.end();
        }
    }

    /** Begins an opened stream with the changes that its client has missed. */
    private EventStream.Begun begin(ListeningStream stream, Optional<String> lastEventId, EventSink.Opening opening)
            throws IOException {
        boolean begun = false;
        try {
            resume(stream, lastEventId);
            var sink = opening.open();
            begun = true;
            return () -> write(stream, sink);
        } finally {
            if (!begun) {
                forget(stream);
            }
        }
    }

    private void write(ListeningStream stream, EventSink sink) throws IOException {
        try {
            stream.run(sink);
        } finally {
            forget(stream);
        }
    }

    private void forget(ListeningStream stream) {
        if (streams.forget(stream.session().ticket().id(), stream.opened())) {
            stream.session().listening(false);
        }
    }

    /** Ends the stream of a session that took its leave. */
    public void end(Session session) {
        streams.end(session.ticket().id());
    }

    /** Offers the changes since the client's last event id, or else since the stream began to open. */
    private void resume(ListeningStream stream, Optional<String> lastEventId) {
        // Read before the changes, so that the position is never ahead of the notifications.
        var reached = catalogs.current().map(live -> live.revision().position()).orElse(OpenStreams.NOWHERE);
        var missed = catalogs.changedSince(
                lastEventId
                        .map(last -> EventId.positionIn(last).orElse(OpenStreams.NOWHERE))
                        .orElseGet(stream::heard),
                stream.opened().principal());
        if (!missed.isEmpty()) {
            stream.resumesAt(OpenStreams.NOWHERE);
            stream.opened().awaitConvergence(Notice.of(missed));
            stream.opened().notifier().offer(Notice.of(missed), Set.of(), reached, false);
        }
    }

    /** A script reports a changed resource; false if too many have changed. */
    public boolean updated(String namespace, String uri) {
        return streams.updated(namespace, uri);
    }
}
