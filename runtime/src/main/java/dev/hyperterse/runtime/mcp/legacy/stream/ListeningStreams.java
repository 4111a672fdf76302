package dev.hyperterse.runtime.mcp.legacy.stream;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionId;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTimes;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.Pace;
import dev.hyperterse.runtime.mcp.stream.PacedNotifier;
import dev.hyperterse.runtime.mcp.stream.StreamDeparture;
import dev.hyperterse.runtime.mcp.stream.Unsettled;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** All open streams of a replica, one for each session. */
public final class ListeningStreams implements AutoCloseable {
    /** No position of any catalog: a client at it has missed everything. */
    private static final String NOWHERE = "none.0";

    private final LiveCatalogs catalogs;
    private final SessionTimes times;
    private final Pace pace;
    private final Unsettled unsettled = new Unsettled();
    private final ConcurrentHashMap<SessionId, ListeningStream> bySession = new ConcurrentHashMap<>();
    private final ChangedResources changed = new ChangedResources();
    private final Thread watch;
    private volatile boolean leaving;
    private volatile boolean closed;

    public ListeningStreams(LiveCatalogs catalogs, SessionTimes times, Pace pace) {
        this.catalogs = catalogs;
        this.times = times;
        this.pace = pace;
        this.watch = Thread.ofVirtual().name("stream watch").start(this::watch);
        catalogs.listen(this::announce);
    }

    public int open() {
        return bySession.size();
    }

    /**
     * Opens the stream of a session on the current thread, instead of the one it may have had: a client that opens a
     * second has lost the first. Empty when there is no room.
     *
     * @param principal whose stream it is: it is notified of what that one sees
     * @param until when its client has to show again who it is
     */
    public Optional<EventStream> open(Session session, Principal principal, Optional<Instant> until, int limit) {
        var id = session.ticket().id();
        if (leaving || closed || bySession.size() >= limit && !bySession.containsKey(id)) {
            return Optional.empty();
        }
        var position = position();
        var name = Long.toHexString(ThreadLocalRandom.current().nextLong());
        var stream = new ListeningStream(session, principal, until, name, new PacedNotifier(pace, position), position);
        Optional.ofNullable(bySession.put(id, stream))
                .ifPresent(replaced -> replaced.notifier().close());
        stream.owes(unsettled.lists());
        // After the stream has its place: the one that it replaces, when it ends, no longer says otherwise.
        session.listening(true);
        if (leaving || closed || session.ended()) {
            stream.notifier().close();
        }
        return Optional.of(new Opened(stream));
    }

    private final class Opened implements EventStream {
        private final ListeningStream stream;

        private Opened(ListeningStream stream) {
            this.stream = stream;
        }

        @Override
        public void run(Optional<String> lastEventId, EventSink.Opening opening) throws IOException {
            ListeningStreams.this.run(stream, lastEventId, opening);
        }

        @Override
        public void end() {
            stream.notifier().close();
        }
    }

    /** Runs an opened stream until it ends, beginning with what its client has missed. */
    private void run(ListeningStream stream, Optional<String> lastEventId, EventSink.Opening opening)
            throws IOException {
        try {
            resume(stream, lastEventId);
            stream.run(opening.open());
        } finally {
            if (bySession.remove(stream.session().ticket().id(), stream)) {
                stream.session().listening(false);
            }
        }
    }

    /** Ends the stream of a session that took its leave. */
    public void end(Session session) {
        Optional.ofNullable(bySession.get(session.ticket().id()))
                .ifPresent(stream -> stream.notifier().close());
    }

    /** Offers what changed since the client was here; without a last event id, since the stream began to open. */
    private void resume(ListeningStream stream, Optional<String> lastEventId) {
        // Read before what changed until then, so that it is never ahead of what the client is notified of.
        var reached = position();
        var missed = catalogs.changedSince(lastEventId
                .map(last -> EventId.positionIn(last).orElse(NOWHERE))
                .orElseGet(stream::heard));
        if (!missed.isEmpty()) {
            stream.resumesAt(NOWHERE);
            stream.owes(Notice.of(missed));
            stream.notifier().offer(Notice.of(missed), Set.of(), reached, false);
        }
    }

    private void announce(CatalogChange change) {
        if (change.touchesAuthentication()) {
            // Whether their clients may still listen is found out when they come back.
            bySession.values().forEach(stream -> stream.notifier().close());
        }
        var revision = change.after().revision();
        // Before the streams: one that opens meanwhile is either among them, or finds this.
        unsettled.add(Notice.of(change.lists()), Set.of(), revision);
        var seen = new SeenChanges(change);
        var notified = new HashSet<String>();
        boolean content = change.touchesContent();
        boolean spread = bySession.size() > pace.spreadAbove();
        for (var stream : bySession.values()) {
            var updated = content ? updated(seen, stream) : Set.<String>of();
            var lists = Notice.of(seen.lists(stream.principal()));
            stream.owes(lists);
            notified.addAll(updated);
            stream.notifier()
                    .offer(updated.isEmpty() ? lists : withUpdated(lists), updated, revision.position(), spread);
        }
        unsettled.add(Set.of(), notified, revision);
    }

    /**
     * Every replica serves that position by now. A client that was notified here may have asked a replica which did not have the change
     * yet, so it is notified again.
     */
    public void converged(String position) {
        var settled = unsettled.settle(position);
        if (settled.isEmpty()) {
            return;
        }
        boolean spread = bySession.size() > pace.spreadAbove();
        for (var stream : bySession.values()) {
            var updated = seen(settled.resources(), stream);
            var lists = stream.paid(settled.lists());
            stream.notifier().offerAgain(updated.isEmpty() ? lists : withUpdated(lists), updated, spread);
        }
    }

    /** Every replica served that position before this one did: what clients were notified of here was true everywhere. */
    public void wasLast(String position) {
        var settled = unsettled.settle(position);
        bySession.values().forEach(stream -> stream.paid(settled.lists()));
    }

    /**
     * A script says that a resource has changed: its subscribers are notified within a second. False when too many have
     * changed in that second.
     */
    public boolean updated(String namespace, String uri) {
        return changed.add(namespace, uri);
    }

    private void announceUpdated() {
        var uris = changed.take();
        if (uris.isEmpty()) {
            return;
        }
        boolean spread = bySession.size() > pace.spreadAbove();
        for (var stream : bySession.values()) {
            var updated = seen(uris, stream);
            if (!updated.isEmpty()) {
                // Not a change of the catalog: the client still knows the revision that it knew.
                stream.notifier().offerAgain(Set.of(Notice.UPDATED), updated, spread);
            }
        }
    }

    /** Those that the client has subscribed to, and that its caller sees now: a policy may have taken one from it. */
    private Set<String> seen(Set<String> uris, ListeningStream stream) {
        var subscribed = uris.stream().filter(stream.session()::subscribed).collect(Collectors.toUnmodifiableSet());
        return subscribed.isEmpty()
                ? subscribed
                : catalogs.current()
                        .map(live -> live.seenBy(stream.principal()))
                        .map(view -> subscribed.stream()
                                .filter(uri -> view.resource(uri).isPresent())
                                .collect(Collectors.toUnmodifiableSet()))
                        .orElseGet(Set::of);
    }

    private static Set<String> updated(SeenChanges changes, ListeningStream stream) {
        return stream.session().subscriptions().stream()
                .filter(uri -> changes.updates(uri, stream.principal()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<Notice> withUpdated(Set<Notice> lists) {
        var notices = EnumSet.of(Notice.UPDATED);
        notices.addAll(lists);
        return notices;
    }

    private String position() {
        return catalogs.current().map(live -> live.revision().position()).orElse(NOWHERE);
    }

    /** Drops streams whose peers do not read, ends those whose sessions are too old, notifies of what scripts changed. */
    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(Duration.ofSeconds(1));
            } catch (InterruptedException ended) {
                return;
            }
            BackgroundTurn.run("stream watch", this::watchOnce);
        }
    }

    private void watchOnce() {
        long now = System.nanoTime();
        bySession.values().forEach(stream -> stream.notifier().dropIfStuck(now));
        announceUpdated();
        // As often as that, because a reload can change how old a session may be.
        catalogs.current()
                .ifPresent(live -> endExpired(live.settings().sessions().maxAgeMillis()));
    }

    /** A client that comes back gets the answer for an unknown session, as on a POST. */
    private void endExpired(long maxAgeMillis) {
        for (var stream : bySession.values()) {
            if (!times.valid(stream.session().ticket(), maxAgeMillis) || stream.isOver(times.now())) {
                stream.notifier().close();
            }
        }
    }

    /** Opens no stream any more, and goes on to serve each until its turn to end. */
    public StreamDeparture leave(long now) {
        leaving = true;
        return new StreamDeparture(
                bySession.values().stream()
                        .<Runnable>map(stream -> stream.notifier()::close)
                        .toList(),
                now);
    }

    /** Ends every stream; clients come back with their last event id, here or elsewhere. */
    @Override
    public void close() {
        closed = true;
        watch.interrupt();
        bySession.values().forEach(stream -> stream.notifier().close());
    }
}
