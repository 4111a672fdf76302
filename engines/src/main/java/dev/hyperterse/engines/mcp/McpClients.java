package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.engines.http.HttpEndpoint;
import dev.hyperterse.engines.http.token.CallerToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The clients of an adapter: one for all calls or, where it exchanges tokens, one for each token of a caller. */
final class McpClients {
    /** Those for whose callers tokens are kept. */
    private static final int MOST = 1_000;

    private final HttpEndpoint endpoint;
    private final SequencedMap<Optional<CallerToken>, McpClient> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        // The session of the one that is left out may have a call that runs, so it is left to the other server.
        @Override
        protected boolean removeEldestEntry(Map.Entry<Optional<CallerToken>, McpClient> eldest) {
            return size() > MOST;
        }
    };

    private final Optional<QuestionSlots> asking;

    /** @param asking slots of calls that wait for users while the other server does; absent where it must not ask them */
    McpClients(HttpEndpoint endpoint, Optional<QuestionSlots> asking) {
        this.endpoint = endpoint;
        this.asking = asking;
    }

    /** The client for a caller; without one it is that of the adapter. */
    synchronized McpClient of(Optional<CallContext> caller) {
        var own = endpoint.of(caller);
        var known = Optional.ofNullable(kept.get(own.caller()));
        if (known.isPresent()) {
            return known.get();
        }
        var last = Optional.ofNullable(kept.lastEntry()).map(Map.Entry::getValue);
        var client = new McpClient(
                own,
                Courtesy.USUAL,
                asking,
                last.filter(McpClient::expectsSessions).isPresent());
        kept.put(own.caller(), client);
        return client;
    }

    /** Ends the sessions, and calls back. */
    void end(Runnable then) {
        Courtesy.USUAL.inBackground(() -> {
            try {
                all().forEach(McpClients::end);
            } finally {
                then.run();
            }
        });
    }

    /** The end of one does not keep others from theirs, unless the time is over. */
    private static void end(McpClient client) {
        try {
            if (!Thread.currentThread().isInterrupted()) {
                client.end();
            }
        } catch (IOException gone) {
            // The server notices by itself.
        }
    }

    private synchronized List<McpClient> all() {
        return List.copyOf(kept.values());
    }
}
