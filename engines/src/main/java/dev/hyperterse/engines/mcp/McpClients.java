package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.turn.QuestionSlots;
import dev.hyperterse.engines.http.HttpEndpoint;
import dev.hyperterse.engines.http.token.CallerToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** The clients of an adapter: one for all calls or, where it exchanges tokens, one for each token of a caller. */
final class McpClients {
    /** Half of the callers for whom tokens are kept: the session of one that is left out is ended with its token. */
    private static final int MOST = 1_000;

    /** Sessions that are ended at a time. */
    private static final int MOST_ENDING = 16;

    private final HttpEndpoint endpoint;
    private final SequencedMap<Optional<CallerToken>, Shared> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Optional<CallerToken>, Shared> eldest) {
            return size() > MOST && eldest.getValue().leave();
        }
    };

    private final Optional<QuestionSlots> asking;

    /** Beyond these, the other server ends sessions by itself. */
    private final Semaphore ending = new Semaphore(MOST_ENDING);

    /** @param asking slots of calls that wait for users while the other server does; absent where it must not ask them */
    McpClients(HttpEndpoint endpoint, Optional<QuestionSlots> asking) {
        this.endpoint = endpoint;
        this.asking = asking;
    }

    /** A client and the calls that use it. The session of one that is left out is ended behind the last of them. */
    private final class Shared {
        private final McpClient client;
        private int calls;
        private boolean left;

        private Shared(McpClient client) {
            this.client = client;
        }

        /** @return true */
        private boolean leave() {
            left = true;
            endIfUnused();
            return true;
        }

        private void endIfUnused() {
            if (left && calls == 0 && ending.tryAcquire()) {
                Courtesy.USUAL.inBackground(() -> {
                    try {
                        client.end();
                    } finally {
                        ending.release();
                    }
                });
            }
        }
    }

    /** A client for one call, which closes it. */
    final class Lease implements AutoCloseable {
        private final Shared shared;

        private Lease(Shared shared) {
            this.shared = shared;
            shared.calls++;
        }

        McpClient client() {
            return shared.client;
        }

        @Override
        public void close() {
            synchronized (McpClients.this) {
                shared.calls--;
                shared.endIfUnused();
            }
        }
    }

    /** The client for a caller; without one it is that of the adapter. */
    synchronized Lease of(Optional<CallContext> caller) {
        var own = endpoint.of(caller);
        var known = Optional.ofNullable(kept.get(own.caller()));
        if (known.isPresent()) {
            return new Lease(known.get());
        }
        var last = Optional.ofNullable(kept.lastEntry()).map(it -> it.getValue().client);
        var client = new McpClient(
                own,
                Courtesy.USUAL,
                asking,
                last.filter(McpClient::expectsSessions).isPresent());
        var lease = new Lease(new Shared(client));
        kept.put(own.caller(), lease.shared);
        return lease;
    }

    /** Ends the sessions, and calls back. The limit interrupts those that are slow, and leaves out the others. */
    void end(Runnable then) {
        Courtesy.USUAL.inBackground(() -> {
            try (var threads =
                    Executors.newFixedThreadPool(MOST_ENDING, Thread.ofVirtual().factory())) {
                all().forEach(client -> threads.submit(() -> {
                    client.end();
                    return client;
                }));
            } finally {
                then.run();
            }
        });
    }

    private synchronized List<McpClient> all() {
        return kept.values().stream().map(it -> it.client).toList();
    }
}
