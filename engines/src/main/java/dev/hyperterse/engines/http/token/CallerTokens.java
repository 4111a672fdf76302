package dev.hyperterse.engines.http.token;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The tokens that were got for those of callers: one for each token of a caller, as long as it is used. */
final class CallerTokens implements AutoCloseable {
    /** Of 16 KiB each at most, with that of the caller. Sessions of MCP are half as many, and ended with their tokens. */
    private static final int MOST = 2_000;

    private final String adapter;
    private final TokenEndpoint endpoint;
    private final Duration timeout;
    private final LongSupplier clock;
    private final Map<CallerToken, KeptToken> kept;
    private boolean closed;

    CallerTokens(String adapter, TokenEndpoint endpoint, Duration timeout, LongSupplier clock) {
        this.adapter = adapter;
        this.endpoint = endpoint;
        this.timeout = timeout;
        this.clock = clock;
        this.kept = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<CallerToken, KeptToken> eldest) {
                return size() > MOST;
            }
        };
    }

    synchronized KeptToken of(CallerToken caller) {
        if (closed) {
            var none = token(caller);
            none.close();
            return none;
        }
        return kept.computeIfAbsent(caller, this::token);
    }

    synchronized Optional<KeptToken> known(CallerToken caller) {
        return Optional.ofNullable(kept.get(caller));
    }

    private KeptToken token(CallerToken caller) {
        return new KeptToken(adapter, () -> endpoint.ask(Optional.of(caller.value())), timeout, clock);
    }

    /** The values for that caller that the other side has seen lately. */
    synchronized List<String> values(CallerToken caller) {
        return known(caller).map(KeptToken::values).orElse(List.of());
    }

    @Override
    public synchronized void close() {
        closed = true;
        kept.values().forEach(KeptToken::close);
        kept.clear();
    }
}
