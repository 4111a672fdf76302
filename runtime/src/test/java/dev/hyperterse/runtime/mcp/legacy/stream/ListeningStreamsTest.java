package dev.hyperterse.runtime.mcp.legacy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.legacy.session.ClientInfo;
import dev.hyperterse.runtime.mcp.legacy.session.PassingTime;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionMemory;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.session.SessionSeal;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamShutdown;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ListeningStreamsTest {
    private static final Duration LONG = Duration.ofDays(10_000);
    private static final Caller CALLER = Caller.anonymous(Optional.empty(), Optional.empty());
    private static final String TOOLS = "notifications/tools/list_changed";
    private static final String UPDATED = "notifications/resources/updated";
    private static final String PROMPTS = "notifications/prompts/list_changed";

    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());
    private volatile KeyRing keys = KeyRing.random();
    private final PassingTime time = new PassingTime();
    private final SessionRegistry sessions = registry(1 << 20);
    private final List<OpenStreams> opened = new ArrayList<>();

    @AfterEach
    void stop() {
        opened.forEach(OpenStreams::close);
    }

    @Test
    void eventIdDoesNotRunAheadOfTheNotifications() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(LONG, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        swap(2, "two", "one");
        notified.awaitEvents(1);
        swap(3, "three", "one");
        swap(4, "three", "two");
        notified.awaitEvents(2);

        assertThat(notified.messages())
                .as("the tools of the third catalog are delayed")
                .containsExactly(TOOLS, PROMPTS);
        assertThat(notified.eventIds().getLast()).contains(".epoch.2.");
        var back = listen(streams, Optional.of(notified.eventIds().getLast()));
        back.awaitEvents(2);
        assertThat(back.messages()).containsExactlyInAnyOrder(TOOLS, PROMPTS);
        assertThat(back.eventIds().getLast()).contains(".epoch.4.");
    }

    @Test
    void connectionLostBeforeTheFirstOfManyNotificationsMissesAll() throws Exception {
        swap(1, "one", "one");
        var streams = streams(StreamTimings.standard());
        swap(2, "two", "two");
        var back = listen(streams, Optional.of("stream.epoch.1.1"));
        back.awaitEvents(2);

        assertThat(back.primedWith()).endsWith(".none.0.1");
        assertThat(back.eventIds().getFirst()).contains(".none.0.");
        assertThat(back.eventIds().getLast()).contains(".epoch.2.");
    }

    @Test
    void notificationsAreSpreadAboveAThousandStreams() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, LONG, 1_000, LONG, LONG));
        var peers = new ArrayList<Peer>();
        for (int index = 0; index < 1_001; index++) {
            peers.add(listen(streams, Optional.empty()));
        }
        swap(2, "two", "one");
        var leaving = peers.removeLast();
        legacy(streams).end(leaving.session);
        leaving.thread.join();
        swap(3, "two", "two");

        for (var peer : peers) {
            peer.awaitEvents(1);
            assertThat(peer.messages())
                    .as("a thousand streams are notified at once, more are not")
                    .containsExactly(PROMPTS);
        }
    }

    @Test
    void changeIsNotifiedAgainOnConvergence() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        swap(2, "two", "one");
        notified.awaitEvents(1);

        streams.converged("epoch.1");
        streams.converged("other.2");
        streams.converged("nonsense");
        streams.converged("epoch.2");
        notified.awaitEvents(2);
        streams.converged("epoch.2");
        swap(3, "two", "two");
        notified.awaitEvents(3);

        assertThat(notified.messages()).containsExactly(TOOLS, TOOLS, PROMPTS);
        assertThat(notified.eventIds().get(1)).contains(".epoch.2.");
    }

    @Test
    void newChangeIsNotDelayedByARepetition() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(LONG, Duration.ZERO, 1_000, LONG, LONG));
        // Connects after the tools changed, so the repetition is its first notification.
        swap(2, "two", "one");
        var notified = listen(streams, Optional.empty());
        streams.converged("epoch.2");
        notified.awaitEvents(1);

        swap(3, "three", "one");
        notified.awaitEvents(2);

        assertThat(notified.messages()).containsExactly(TOOLS, TOOLS);
    }

    @Test
    void repetitionIsDelayedAndMergedWithANewChange() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(LONG, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        swap(2, "two", "one");
        notified.awaitEvents(1);
        streams.converged("epoch.2");
        swap(3, "two", "two");
        notified.awaitEvents(2);

        assertThat(notified.messages())
                .as("the repetition for tools is delayed")
                .containsExactly(TOOLS, PROMPTS);
    }

    @Test
    void lastReplicaDoesNotRepeatNotifications() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        swap(2, "two", "one");
        streams.servedLast("epoch.2");
        streams.converged("epoch.2");
        swap(3, "two", "two");
        notified.awaitEvents(2);

        assertThat(notified.messages()).containsExactly(TOOLS, PROMPTS);
    }

    @Test
    void convergenceUnderANewLeaderSettlesEarlierChanges() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        swap(2, "two", "one");
        notified.awaitEvents(1);

        catalogs.restate(new Revision("next", 1, "sha-2"));
        streams.converged("next.1");
        notified.awaitEvents(2);

        assertThat(notified.messages()).containsExactly(TOOLS, TOOLS);
        assertThat(notified.eventIds().getLast()).contains(".next.1.");
    }

    @Test
    void contentUpdateIsNotifiedAgainOnConvergence() throws Exception {
        catalogs.swap(Servers.searching().catalog(1, Leaves.resource("test://a", Leaves.text("1"))));
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var notified = listen(streams, Optional.empty());
        notified.session.subscribe("test://a");
        catalogs.swap(Servers.searching().catalog(2, Leaves.resource("test://a", Leaves.text("2"))));
        notified.awaitEvents(1);
        streams.converged("epoch.2");
        notified.awaitEvents(2);

        assertThat(notified.messages()).containsExactly(UPDATED, UPDATED);
    }

    @Test
    void clientThatDoesNotReadIsDropped() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, Duration.ofMillis(1)));
        var peer = new Peer(session(), true);
        peer.listen(streams, Optional.empty());
        var other = listen(streams, Optional.empty());
        swap(2, "two", "one");

        other.awaitEvents(1);
        peer.thread.join();
        assertThat(streams.open()).isOne();
        assertThat(peer.session.listening()).isFalse();
        assertThat(peer.closed)
                .as("a blocked stream cannot be ended in good order")
                .isFalse();
    }

    /** Issue 17: streams that all end at once make their clients reconnect at once. */
    @Test
    void streamIsServedUntilItsTurnDuringAShutdown() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var peers = List.of(listen(streams, Optional.empty()), listen(streams, Optional.empty()));
        var departure = streams.beginShutdown(0);
        assertThat(departure.endDue(0)).isTrue();
        while (streams.open() > 1) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(legacy(streams).open(session(), CALLER, Integer.MAX_VALUE)).isEmpty();
        swap(2, "two", "one");
        var stays = peers.stream().filter(it -> !it.closed).findFirst().orElseThrow();
        stays.awaitEvents(1);
        assertThat(stays.messages()).containsExactly(TOOLS);

        assertThat(departure.endDue(StreamShutdown.LONGEST.toNanos())).isFalse();
        for (var peer : peers) {
            peer.thread.join();
        }
        assertThat(streams.open()).isZero();
    }

    /** A swap that concerns its caller may come while it is opened. */
    @Test
    void streamEndedBeforeItRunsOpensAndEndsInGoodOrder() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var peer = new Peer(session(), false);
        var stream =
                legacy(streams).open(peer.session, CALLER, Integer.MAX_VALUE).orElseThrow();

        stream.end();
        stream.begin(Optional.empty(), () -> peer).write();

        assertThat(peer.closed).isTrue();
        assertThat(streams.open()).isZero();
        assertThat(peer.session.listening()).isFalse();
    }

    /** Its client reconnects with a refused id, and begins another session. */
    @Test
    void streamEndsAtTheMaximumAgeOfItsSession() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var old = listen(streams, Optional.empty());
        time.pass(Duration.ofMillis(Servers.searching().sessions().maxAgeMillis()));
        var young = listen(streams, Optional.empty());
        assertThat(streams.open()).as("one is as old as it may be").isEqualTo(2);
        time.pass(Duration.ofMillis(1));

        old.thread.join();
        assertThat(old.closed).isTrue();
        assertThat(old.session.listening()).isFalse();
        swap(2, "two", "one");
        young.awaitEvents(1);
    }

    /** It would not be notified of what its client subscribes to: that is kept in another object of the session. */
    @Test
    @Timeout(60)
    void streamOfASessionThatIsForgottenMeanwhileEnds() throws Exception {
        swap(1, "one", "one");
        var one = registry(1);
        var peer = new Peer(session(one), false);
        session(one);

        peer.listen(streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG)), Optional.empty());

        peer.thread.join();
        assertThat(peer.closed).isTrue();
        assertThat(peer.session.listening()).isFalse();
    }

    @Test
    void streamEndsWithTheSeedOfItsSession() throws Exception {
        swap(1, "one", "one");
        var streams = streams(new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, LONG, LONG));
        var old = listen(streams, Optional.empty());
        keys = KeyRing.random();
        sessions.evict(Servers.searching().sessions());

        old.thread.join();
        assertThat(old.closed).isTrue();
    }

    private OpenStreams streams(StreamTimings pace) {
        var streams = new OpenStreams(catalogs, time.times().clock(), pace);
        opened.add(streams);
        return streams;
    }

    private ListeningStreams legacy(OpenStreams streams) {
        return new ListeningStreams(catalogs, streams, time.times());
    }

    private Peer listen(OpenStreams streams, Optional<String> lastEventId) throws InterruptedException {
        var peer = new Peer(session(), false);
        peer.listen(streams, lastEventId);
        return peer;
    }

    /** @param memory of its sessions: it remembers one at least */
    private SessionRegistry registry(long memory) {
        return new SessionRegistry(
                new SessionSeal("uid", () -> keys, new SecureRandom()),
                time.times(),
                new SessionMemory(memory, 1 << 20, 1 << 20));
    }

    private Session session() {
        return session(sessions);
    }

    private static Session session(SessionRegistry sessions) {
        var id = sessions.begin(
                PrincipalHash.of(Principal.ANONYMOUS),
                ProtocolVersion.LATEST,
                Set.of(),
                Set.of(),
                new ClientInfo("test", "1"));
        return sessions.find(id, Principal.ANONYMOUS, Servers.searching().sessions())
                .orElseThrow();
    }

    private void swap(long sequence, String tool, String prompt) {
        catalogs.swap(Servers.searching().catalog(sequence, Leaves.tool("a", tool), Leaves.prompt(prompt, List.of())));
    }

    /** One client with its notifications, in order. */
    private final class Peer implements EventSink {
        private final Session session;
        private final boolean stuck;
        private final List<String> ids = new ArrayList<>();
        private final List<String> notified = new ArrayList<>();
        private Optional<String> prime = Optional.empty();
        private volatile boolean closed;
        private Thread thread;

        Peer(Session session, boolean stuck) {
            this.session = session;
            this.stuck = stuck;
        }

        /** Returns once the stream is open. */
        void listen(OpenStreams streams, Optional<String> lastEventId) throws InterruptedException {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    var stream = legacy(streams)
                            .open(session, CALLER, Integer.MAX_VALUE)
                            .orElseThrow();
                    stream.begin(lastEventId, () -> this).write();
                } catch (IOException gone) {
                    // As a connection that broke.
                }
            });
            await(() -> prime.isPresent());
        }

        @Override
        public synchronized void prime(String eventId, boolean primed) {
            prime = Optional.of(eventId);
            notifyAll();
        }

        @Override
        public void event(String eventId, byte[] message) throws IOException {
            if (stuck) {
                block();
            }
            synchronized (this) {
                ids.add(eventId);
                notified.add(Leaves.json(new String(message, StandardCharsets.UTF_8))
                        .get("method")
                        .stringValue());
                notifyAll();
            }
        }

        private static void block() throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException dropped) {
                throw new IOException("closed by interrupt", dropped);
            }
        }

        @Override
        public void message(byte[] message) {
            throw new AssertionError("every event of a session has an id");
        }

        @Override
        public void comment() {
            // Clients ignore it.
        }

        @Override
        public void close() {
            closed = true;
        }

        void awaitEvents(int count) throws InterruptedException {
            await(() -> ids.size() >= count);
        }

        synchronized List<String> eventIds() {
            return List.copyOf(ids);
        }

        synchronized List<String> messages() {
            return List.copyOf(notified);
        }

        synchronized String primedWith() {
            return prime.orElseThrow();
        }

        private synchronized void await(BooleanSupplier condition) throws InterruptedException {
            long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!condition.getAsBoolean()) {
                long remaining = (until - System.nanoTime()) / 1_000_000;
                assertThat(remaining).as("milliseconds left to wait").isPositive();
                wait(remaining);
            }
        }
    }
}
