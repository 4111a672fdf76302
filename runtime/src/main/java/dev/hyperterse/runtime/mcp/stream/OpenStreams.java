package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.turn.SharedPermits;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All open streams of a replica, of both eras, by the keys of their clients. */
public final class OpenStreams implements AutoCloseable {
    /** The position of no catalog: a client with it has missed everything. */
    public static final String NOWHERE = "none.0";

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final LiveCatalogs catalogs;
    private final InstantSource clock;
    private final StreamTimings pace;
    private final UnconvergedChanges unconverged = new UnconvergedChanges();
    private final ConcurrentHashMap<StreamKey, OpenStream> byClient = new ConcurrentHashMap<>();
    private final SharedPermits<Object> permits = new SharedPermits<>(0);
    private final ChangedResources changed = new ChangedResources();
    private final PeriodicWorker watch;
    private volatile boolean shuttingDown;
    private volatile boolean closed;

    public OpenStreams(LiveCatalogs catalogs, InstantSource clock, StreamTimings pace) {
        this.catalogs = catalogs;
        this.clock = clock;
        this.pace = pace;
        this.watch = PeriodicWorker.start("stream watch", BETWEEN_LOOKS, this::watch);
        catalogs.listen(this::announce);
    }

    public int open() {
        return byClient.size();
    }

    /**
     * Opens a stream on the current thread; it replaces the former one of the client. Empty when the limit is reached,
     * or the caller has as many streams as are left for others.
     *
     * @param client the key of the client
     * @param principal the caller, whose view decides about notifications
     * @param until when the credentials of the caller expire
     */
    public Optional<OpenStream> open(
            StreamKey client, Principal principal, Optional<Instant> until, NotificationFilter filter, int limit) {
        var stream = new OpenStream(principal, until, filter, pace, position());
        if (!take(client, stream, limit)) {
            return Optional.empty();
        }
        boolean opened = false;
        try {
            stream.awaitConvergence(unconverged.lists(principal));
            opened = true;
        } finally {
            if (!opened) {
                forget(client, stream);
            }
        }
        if (shuttingDown || closed) {
            stream.notifier().close();
        }
        return Optional.of(stream);
    }

    /** Registers a stream; by one thread at a time, because clients that reconnect together could exceed the limit. */
    private synchronized boolean take(StreamKey client, OpenStream stream, int limit) {
        if (shuttingDown || closed) {
            return false;
        }
        var holder = holder(client, stream);
        permits.resize(limit);
        // A client belongs to one caller, so a replaced stream passes its permit on.
        if (!byClient.containsKey(client) && !permits.tryAcquire(holder)) {
            return false;
        }
        Optional.ofNullable(byClient.put(client, stream))
                .ifPresent(replaced -> replaced.notifier().close());
        return true;
    }

    /** Anonymous callers cannot be told apart, so each of their streams counts for itself. */
    private static Object holder(StreamKey client, OpenStream stream) {
        var caller = stream.principal().identity();
        return caller.isEmpty() ? client : caller;
    }

    /**
     * A stream has ended.
     *
     * @return whether it was still that of its client
     */
    public synchronized boolean forget(StreamKey client, OpenStream stream) {
        boolean removed = byClient.remove(client, stream);
        if (removed) {
            permits.release(holder(client, stream));
        }
        return removed;
    }

    /** Ends the stream of a client in good order. */
    public void end(StreamKey client) {
        Optional.ofNullable(byClient.get(client))
                .ifPresent(stream -> stream.notifier().close());
    }

    /** A client has ended its stream, and is sent nothing more. */
    public void cancel(StreamKey client) {
        Optional.ofNullable(byClient.get(client)).ifPresent(OpenStream::cancel);
    }

    private void announce(CatalogChange change) {
        try {
            notifyStreams(change);
        } catch (RuntimeException | Error failed) {
            // Clients that come back are notified of what they have missed.
            byClient.values().forEach(stream -> stream.notifier().close());
            throw failed;
        }
    }

    private void notifyStreams(CatalogChange change) {
        if (change.touchesAuthentication()) {
            var authentication = change.authentication();
            // The clients are authenticated again when they reconnect.
            byClient.values().stream()
                    .filter(stream -> authentication.concerns(stream.principal()))
                    .forEach(stream -> stream.notifier().close());
        }
        var revision = change.after().revision();
        // Before the streams are read: a stream that opens meanwhile either is among them, or finds these changes.
        unconverged.addLists(change.definitions(), revision);
        boolean content = change.touchesContent();
        // Regardless of subscriptions: a client that subscribes later may read from another replica.
        unconverged.addResources(content ? change.contents() : Set.of(), revision);
        var notified = new HashSet<String>();
        boolean spread = isSpread();
        forEach(stream -> {
            var updated = content ? updated(change, stream) : Map.<String, String>of();
            var lists = Notice.of(change.definitions().listsOf(stream.principal()));
            stream.awaitConvergence(lists);
            notified.addAll(updated.values());
            var uris = updated.keySet();
            stream.notifier().offer(stream.notices(lists, uris), uris, revision.position(), spread);
        });
        unconverged.addResources(notified, revision);
    }

    /** Notifies each stream. One that fails ends, so that its client comes back; others are notified all the same. */
    private void forEach(Consumer<OpenStream> notification) {
        for (var stream : byClient.values()) {
            try {
                notification.accept(stream);
            } catch (RuntimeException | Error failed) {
                stream.notifier().close();
                BackgroundTurn.failed("stream notification", failed);
            }
        }
    }

    /**
     * Every replica serves that position. A client that was notified here may have read from a replica without the
     * change, so it is notified again.
     */
    public void converged(String position) {
        var converged = unconverged.takeConverged(position);
        if (converged.isEmpty()) {
            return;
        }
        boolean spread = isSpread();
        forEach(stream -> {
            var updated = convergedFor(converged.resources(), stream);
            var lists = stream.takeConverged(converged.lists());
            stream.notifier().offerAgain(stream.notices(lists, updated), updated, spread);
        });
    }

    /** This replica was the last to serve that position, so its notifications were true on all replicas. */
    public void servedLast(String position) {
        var converged = unconverged.takeConverged(position);
        forEach(stream -> stream.takeConverged(converged.lists()));
    }

    /**
     * A script reports a changed resource: its subscribers are notified within a second. False if too many have changed
     * in that second.
     */
    public boolean updated(String namespace, String uri) {
        return changed.add(namespace, uri);
    }

    private void announceUpdated() {
        var uris = changed.take();
        if (uris.isEmpty()) {
            return;
        }
        boolean spread = isSpread();
        forEach(stream -> {
            var updated = seen(uris, stream);
            if (!updated.isEmpty()) {
                // The catalog is unchanged, so the client still knows the same revision.
                stream.notifier().offerAgain(Set.of(Notice.UPDATED), updated, spread);
            }
        });
    }

    /** The subscribed URIs of converged resources that the caller sees now. @param addresses URIs or templates */
    private Set<String> convergedFor(Set<String> addresses, OpenStream stream) {
        if (addresses.isEmpty() || stream.filter().resources().isEmpty()) {
            return Set.of();
        }
        return catalogs.current()
                .map(live -> live.seenBy(stream.principal()))
                .map(view -> stream.filter().resources().stream()
                        .filter(uri -> view.resource(uri)
                                .filter(found -> addresses.contains(
                                        found.resource().leaf().publicName()))
                                .isPresent())
                        .collect(Collectors.toUnmodifiableSet()))
                .orElseGet(Set::of);
    }

    /**
     * The subscribed URIs of which the caller sees the resource: a policy may have changed since, and what a template reads
     * for those who do not see the resource has not changed.
     */
    private Set<String> seen(Set<String> uris, OpenStream stream) {
        var subscribed =
                uris.stream().filter(stream.filter()::includesResource).collect(Collectors.toUnmodifiableSet());
        return subscribed.isEmpty()
                ? subscribed
                : catalogs.current()
                        .map(live -> sees(live, stream.principal()))
                        .map(sees -> subscribed.stream().filter(sees).collect(Collectors.toUnmodifiableSet()))
                        .orElseGet(Set::of);
    }

    private static Predicate<String> sees(LiveCatalog live, Principal caller) {
        var view = live.seenBy(caller);
        return uri -> view.resource(uri)
                .filter(seen -> live.resource(uri)
                        .filter(it -> it.resource() == seen.resource())
                        .isPresent())
                .isPresent();
    }

    /** The subscribed URIs whose content has changed for the caller, with the addresses of their resources. */
    private static Map<String, String> updated(CatalogChange change, OpenStream stream) {
        var subscribed = stream.filter().resources();
        if (subscribed.isEmpty()) {
            return Map.of();
        }
        var updates = change.updatesFor(stream.principal());
        var updated = new HashMap<String, String>();
        subscribed.forEach(uri -> updates.apply(uri)
                .ifPresent(resource -> updated.put(uri, resource.leaf().publicName())));
        return updated;
    }

    private boolean isSpread() {
        return byClient.size() > pace.spreadAbove();
    }

    private String position() {
        return catalogs.current().map(live -> live.revision().position()).orElse(NOWHERE);
    }

    /** Drops stalled streams, ends expired ones, and notifies of resources that scripts have changed. */
    private void watch() {
        long now = System.nanoTime();
        byClient.values().forEach(stream -> stream.notifier().dropIfStuck(now));
        announceUpdated();
        // At every turn, because a swap can change the lifetime of streams.
        catalogs.current().ifPresent(this::endExpired);
    }

    /** A reconnecting client gets the response of an unauthenticated request. */
    private void endExpired(LiveCatalog live) {
        var now = clock.instant();
        for (var stream : byClient.values()) {
            if (stream.isOver(now) || stream.filter().isOver(live)) {
                stream.notifier().close();
            }
        }
    }

    /** Opens no more streams; the returned shutdown ends the open ones one after the other. */
    public StreamShutdown beginShutdown(long now) {
        shuttingDown = true;
        return new StreamShutdown(
                byClient.values().stream()
                        .<Runnable>map(stream -> stream.notifier()::close)
                        .toList(),
                now);
    }

    /** Ends every stream; clients reconnect. */
    @Override
    public void close() {
        closed = true;
        watch.close();
        byClient.values().forEach(stream -> stream.notifier().close());
    }
}
