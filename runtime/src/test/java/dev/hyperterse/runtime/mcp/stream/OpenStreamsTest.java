package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class OpenStreamsTest {
    private static final String HIDDEN = "test://orders/all";
    private static final String OPEN = "test://orders/7";

    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());

    @AutoClose
    private final OpenStreams streams = new OpenStreams(catalogs, InstantSource.system(), StreamTimings.standard());

    @Test
    void streamThatRacesForTheLastSlotIsRefused() throws Exception {
        var second = new FutureTask<>(() -> open(new Client(() -> {})));
        var thread = new Thread(second, "second client");
        // Runs once the first is admitted, and has not taken its place.
        var first = open(new Client(() -> {
            thread.start();
            while (!second.isDone() && thread.getState() != Thread.State.BLOCKED) {
                LockSupport.parkNanos(1_000_000);
            }
        }));

        assertThat(first).isPresent();
        assertThat(second.get()).isEmpty();
        assertThat(streams.open()).isOne();
    }

    /** It would never run, so nothing would ever remove it. */
    @Test
    void streamThatFailsToOpenIsNotRegistered() {
        var policy = new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of(), Map.of("tenant.id", "7"));
        var direct = Servers.searching().with(Exposure.Direct);
        catalogs.swap(direct.catalog(1, Leaves.tool("a", "one").with(Optional.of(policy))));
        catalogs.swap(direct.catalog(2, Leaves.tool("a", "two").with(Optional.of(policy))));
        var client = new Client(() -> {});

        assertThatThrownBy(() -> streams.open(client, unreadable(), Optional.empty(), new Everything(), 10))
                .hasMessage("a claim that cannot be read");

        assertThat(streams.open()).isZero();
    }

    /** A caller whose view cannot be computed. */
    private static Principal unreadable() {
        var claim = new ObjectNode(JsonNodeFactory.instance) {
            @Override
            public JsonNode get(String name) {
                throw new IllegalStateException("a claim that cannot be read");
            }
        };
        return new Principal(Optional.of("sso"), Optional.of("ann"), Set.of(), Set.of(), Map.of("tenant", claim));
    }

    /** Its client comes back and is notified of what it has missed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(60)
    void streamThatCannotBeNotifiedIsEndedAndOthersAreNotified(boolean withAnError) throws Exception {
        catalogs.swap(Servers.searching().catalog(1, Leaves.tool("a", "one")));
        var first = listen(new Everything());
        var failing = listen(new Everything() {
            @Override
            public boolean includesList(Notice list) {
                if (withAnError) {
                    throw new StackOverflowError("an error, and no exception");
                }
                throw new IllegalStateException("a bug");
            }
        });
        var last = listen(new Everything());

        catalogs.swap(Servers.searching().catalog(2, Leaves.tool("a", "two")));

        assertThat(first.notifier().reached()).as("a notice is pending").isEmpty();
        assertThat(last.notifier().reached()).as("a notice is pending").isEmpty();
        var ended = new Ended();
        failing.notifier().run(ended);
        assertThat(ended.closed).isTrue();
        assertThat(failing.notifier().reached()).as("what it knows").contains("epoch.1");
    }

    @Test
    @Timeout(60)
    void streamThatCannotBeNotifiedAgainIsEndedAndOthersAreNotifiedAgain() throws Exception {
        catalogs.swap(Servers.searching().catalog(1, Leaves.tool("a", "one")));
        var fails = new AtomicBoolean();
        var failing = listen(new Everything() {
            @Override
            public boolean includesList(Notice list) {
                if (fails.get()) {
                    throw new IllegalStateException("a bug");
                }
                return true;
            }
        });
        var other = listen(new Everything());
        catalogs.swap(Servers.searching().catalog(2, Leaves.tool("a", "two")));
        fails.set(true);

        var notified = new ArrayList<Notice>();
        other.notifier().run(new Quiet() {
            @Override
            public void notification(Notice notice, Optional<String> uri) {
                notified.add(notice);
                if (notified.size() == 1) {
                    streams.converged("epoch.2");
                } else {
                    other.notifier().close();
                }
            }
        });

        assertThat(notified).containsExactly(Notice.TOOLS, Notice.TOOLS);
        var ended = new Ended();
        failing.notifier().run(ended);
        assertThat(ended.closed).isTrue();
    }

    /** It reads what the template has there, which has not changed. */
    @Test
    @Timeout(60)
    void callerIsNotNotifiedOfAHiddenResourceAtAUriOfItsTemplate() throws Exception {
        catalogs.swap(withHidden(1, "one"));
        try (var quick = new OpenStreams(
                catalogs,
                InstantSource.system(),
                new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, Duration.ofDays(1), Duration.ofDays(1)))) {
            var chief = new Subscriber().listen(quick, "chief");
            var clerk = new Subscriber().listen(quick, "clerk");

            catalogs.swap(withHidden(2, "two"));
            assertThat(chief.uris.take()).isEqualTo(HIDDEN);
            quick.converged("epoch.2");
            assertThat(chief.uris.take()).isEqualTo(HIDDEN);
            quick.updated("shop", HIDDEN);
            assertThat(chief.uris.take()).isEqualTo(HIDDEN);
            quick.updated("shop", OPEN);

            assertThat(clerk.uris.take()).isEqualTo(OPEN);
        }
    }

    private static Catalog withHidden(long sequence, String text) {
        return Servers.searching()
                .catalog(
                        sequence,
                        Leaves.resource(HIDDEN, Leaves.text(text)).with(Rules.policy("principal.subject == 'chief'")),
                        Leaves.template(
                                Leaves.uriTemplate("test://orders/", "{id}"), List.of(), Leaves.text("an order")));
    }

    /** A caller that subscribes to both, with the URIs that it is notified of. */
    private static final class Subscriber extends Quiet {
        private final BlockingQueue<String> uris = new LinkedBlockingQueue<>();

        @Override
        public void notification(Notice notice, Optional<String> uri) {
            uri.ifPresent(uris::add);
        }

        /** Returns once its stream is open. */
        Subscriber listen(OpenStreams streams, String subject) throws InterruptedException {
            var opened = new CountDownLatch(1);
            Thread.startVirtualThread(() -> {
                var caller = Principal.named("keys", subject);
                var stream = streams.open(new Client(() -> {}), caller, Optional.empty(), new Subscribed(), 10);
                opened.countDown();
                try {
                    stream.orElseThrow().notifier().run(this);
                } catch (IOException gone) {
                    throw new UncheckedIOException(gone);
                }
            });
            opened.await();
            return this;
        }
    }

    private OpenStream listen(NotificationFilter filter) {
        return streams.open(new Client(() -> {}), Principal.ANONYMOUS, Optional.empty(), filter, 10)
                .orElseThrow();
    }

    private Optional<OpenStream> open(StreamKey client) {
        return streams.open(client, Principal.ANONYMOUS, Optional.empty(), new Nothing(), 1);
    }

    /** Does something when it is first looked for. */
    private static final class Client implements StreamKey {
        private Optional<Runnable> first;

        private Client(Runnable first) {
            this.first = Optional.of(first);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            var action = first;
            first = Optional.empty();
            action.ifPresent(Runnable::run);
            return 1;
        }
    }

    private static class Nothing extends Everything {
        @Override
        public boolean includesList(Notice list) {
            return false;
        }
    }

    private static class Everything implements NotificationFilter {
        @Override
        public boolean includesList(Notice list) {
            return true;
        }

        @Override
        public Set<String> resources() {
            return Set.of();
        }

        @Override
        public boolean includesResource(String uri) {
            return false;
        }

        @Override
        public boolean isOver(LiveCatalog live) {
            return false;
        }
    }

    private static final class Subscribed extends Nothing {
        @Override
        public Set<String> resources() {
            return Set.of(HIDDEN, OPEN);
        }

        @Override
        public boolean includesResource(String uri) {
            return resources().contains(uri);
        }
    }

    private abstract static class Quiet implements NotificationSink {
        @Override
        public void begin() {}

        @Override
        public void comment() {}

        @Override
        public void close() {}
    }

    private static final class Ended extends Quiet {
        private boolean closed;

        @Override
        public void notification(Notice notice, Optional<String> uri) {
            throw new AssertionError("it is ended");
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
