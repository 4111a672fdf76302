package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {
    private static final int CLIENTS = 16;
    private static final int ROUNDS = 500;

    @AutoClose
    private final OpenStreams streams = new OpenStreams(
            new LiveCatalogs(new FakeLinker(), FakeLinker.noAdapters()),
            InstantSource.system(),
            StreamTimings.standard());

    @Test
    void streamsThatOpenAtOnceStayWithinTheirLimit() throws Exception {
        var begin = new CyclicBarrier(CLIENTS);
        try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int round = 0; round < ROUNDS; round++) {
                var opened = new ArrayList<Callable<Boolean>>();
                for (int client = 0; client < CLIENTS; client++) {
                    opened.add(() -> opensAndEnds(begin));
                }
                int most = 0;
                for (var one : clients.invokeAll(opened)) {
                    most += one.get() ? 1 : 0;
                }
                assertThat(most).isEqualTo(1);
            }
        }
    }

    /** All of them try before any of them ends. */
    private boolean opensAndEnds(CyclicBarrier all) throws Exception {
        var client = new Client();
        all.await();
        var stream = streams.open(client, Principal.ANONYMOUS, Optional.empty(), new Nothing(), 1);
        all.await();
        stream.ifPresent(it -> streams.forget(client, it));
        return stream.isPresent();
    }

    private static final class Client implements StreamKey {}

    private static final class Nothing implements Interest {
        @Override
        public boolean inList(Notice list) {
            return false;
        }

        @Override
        public Set<String> resources() {
            return Set.of();
        }

        @Override
        public boolean inResource(String uri) {
            return false;
        }

        @Override
        public boolean isOver(LiveCatalog live) {
            return false;
        }
    }
}
