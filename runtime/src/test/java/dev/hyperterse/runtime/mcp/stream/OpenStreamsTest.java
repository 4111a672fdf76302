package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {
    @AutoClose
    private final OpenStreams streams = new OpenStreams(
            new LiveCatalogs(new FakeLinker(), FakeLinker.noAdapters()),
            InstantSource.system(),
            StreamTimings.standard());

    @Test
    void streamThatRacesForTheLastSlotIsRefused() throws Exception {
        var second = new FutureTask<>(() -> open(new Client(() -> {})));
        var thread = new Thread(second, "second client");
        // Runs once the first is admitted, and has not taken its place.
        var first = open(new Client(() -> {
            thread.start();
            while (!second.isDone() && thread.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }));

        assertThat(first).isPresent();
        assertThat(second.get()).isEmpty();
        assertThat(streams.open()).isOne();
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

    private static final class Nothing implements NotificationFilter {
        @Override
        public boolean includesList(Notice list) {
            return false;
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
}
