package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.HiddenValues.Named;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The tokens that an adapter sends requests with. */
sealed interface AdapterTokens extends AutoCloseable {
    /** The token of a caller that requests are made for; empty if the caller has none that may be exchanged. */
    Optional<CallerToken> caller(CallContext context);

    /** @throws NotExchanged without the token of a caller that one is exchanged for */
    KeptToken of(Optional<CallerToken> caller) throws NotExchanged;

    /** The token for a notification or the end of a session; empty if it would have to be exchanged first. */
    Optional<Token> unawaited(Optional<CallerToken> caller) throws NoToken, InterruptedException;

    /** The failure of a request without a token. */
    IOException failure(NoToken none, Origin target);

    /** Fetches what all requests need. */
    void prepare() throws NoToken, InterruptedException;

    /** Why no request has a token. */
    Optional<String> problem();

    /** The values that no message may show. */
    List<Named> hidden(Optional<CallerToken> caller);

    @Override
    void close();

    static AdapterTokens of(
            String adapter, TokenSettings settings, TokenEndpoint endpoint, Duration timeout, LongSupplier clock) {
        return settings.verifying()
                .<AdapterTokens>map(
                        plugins -> new OfCallers(adapter, plugins, new CallerTokens(adapter, endpoint, timeout, clock)))
                .orElseGet(() -> new Own(new KeptToken(adapter, () -> endpoint.ask(Optional.empty()), timeout, clock)));
    }

    /** One for all calls: without it the adapter is down. */
    record Own(KeptToken token) implements AdapterTokens {
        @Override
        public Optional<CallerToken> caller(CallContext context) {
            return Optional.empty();
        }

        @Override
        public KeptToken of(Optional<CallerToken> caller) {
            return token;
        }

        @Override
        public Optional<Token> unawaited(Optional<CallerToken> caller) throws NoToken, InterruptedException {
            return Optional.of(token.get());
        }

        @Override
        public IOException failure(NoToken none, Origin target) {
            return new Unreachable(target, none);
        }

        @Override
        public void prepare() throws NoToken, InterruptedException {
            token.get();
        }

        @Override
        public Optional<String> problem() {
            return token.problem();
        }

        @Override
        public List<Named> hidden(Optional<CallerToken> caller) {
            return token.values().stream()
                    .map(it -> new Named("the token of the adapter", it))
                    .toList();
        }

        @Override
        public void close() {
            token.close();
        }
    }

    /** A token for each caller. A failure to get one ends calls of this caller only. */
    record OfCallers(String adapter, SortedSet<String> verifying, CallerTokens tokens) implements AdapterTokens {
        @Override
        public Optional<CallerToken> caller(CallContext context) {
            return CallerToken.of(context, verifying);
        }

        @Override
        public KeptToken of(Optional<CallerToken> caller) throws NotExchanged {
            return tokens.of(caller.orElseThrow(() -> new NotExchanged(
                    "adapter %s exchanges the token of its caller, and this caller has none: call with a bearer token that %s verifies"
                            .formatted(adapter, String.join(" or ", verifying)))));
        }

        @Override
        public Optional<Token> unawaited(Optional<CallerToken> caller) {
            return caller.flatMap(tokens::known).flatMap(KeptToken::known);
        }

        @Override
        public IOException failure(NoToken none, Origin target) {
            return new NotExchanged(
                    "adapter %s has no token for this caller: %s".formatted(adapter, none.getMessage()));
        }

        @Override
        public void prepare() {}

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public List<Named> hidden(Optional<CallerToken> caller) {
            return caller.stream()
                    .flatMap(it -> Stream.concat(
                            Stream.of(new Named("the token of the caller", it.value())),
                            tokens.values(it).stream().map(value -> new Named("the token for the caller", value))))
                    .toList();
        }

        @Override
        public void close() {
            tokens.close();
        }
    }
}
