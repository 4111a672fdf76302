package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sends requests with a token of the adapter, or of their callers. A request that the API answers with 401 was not processed: it is sent a
 * second time with another token.
 */
public final class AuthorizedClient implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int LARGEST_REFUSAL = 16 * 1024;
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private final UrlClient client;
    private final TokenSettings settings;
    private final TokenEndpoint endpoint;
    private final AdapterTokens tokens;

    /** @param timeoutMillis for a token */
    public AuthorizedClient(String adapter, UrlClient client, TokenSettings settings, int timeoutMillis) {
        this.client = client;
        this.settings = settings;
        this.endpoint = new TokenEndpoint(settings, timeoutMillis, System::nanoTime);
        this.tokens = AdapterTokens.of(adapter, settings, endpoint, Duration.ofMillis(timeoutMillis), System::nanoTime);
    }

    /** The token of a caller that requests are made for; empty if there is none, or the adapter has a token of its own. */
    public Optional<CallerToken> caller(CallContext context) {
        return tokens.caller(context);
    }

    /**
     * Sends a request with a token.
     *
     * @param caller that the request is made for
     * @throws NotExchanged when there is no token for this caller
     * @throws Unreachable when nothing was sent, or nothing that was processed
     * @throws IOException when the connection was lost, or the response is not one of HTTP
     */
    public FetchResponse send(FetchRequest request, Optional<CallerToken> caller, BodyReader body) throws IOException {
        var token = tokens.of(caller);
        var used = get(token, request.url());
        if (!token.isReplaceable(used)) {
            return client.send(authorized(request, used), body);
        }
        var response = client.send(authorized(request, used), new UnlessRefused(request, body));
        if (!isRefused(request, response)) {
            return response;
        }
        token.refused(used);
        return client.send(authorized(request, another(token, request.url())), body);
    }

    /** Sends a notification or the end of a session, once, unless the token of its caller had to be exchanged first. */
    public void tell(FetchRequest request, Optional<CallerToken> caller) throws IOException {
        var token = unawaited(caller);
        if (token.isPresent()) {
            client.send(authorized(request, token.get()), (_, _) -> false);
        }
    }

    private Optional<Token> unawaited(Optional<CallerToken> caller) throws IOException {
        try {
            return tokens.unawaited(caller);
        } catch (InterruptedException over) {
            throw interrupted();
        }
    }

    /** Waits for the token of a request to that URL, unless there is one, with the failures of {@link #send}. */
    public void await(Optional<CallerToken> caller, URI target) throws IOException {
        get(tokens.of(caller), target);
    }

    /** Fetches a token, unless there is one. */
    public void prepare() throws Unreachable {
        var target = Origin.of(settings.url().prefix());
        try {
            tokens.prepare();
        } catch (NoToken none) {
            throw new Unreachable(target, none);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw new Unreachable(target, new InterruptedIOException("the probe was ended"));
        }
    }

    private Token get(KeptToken token, URI target) throws IOException {
        try {
            return token.get();
        } catch (NoToken none) {
            throw tokens.failure(none, Origin.of(target));
        } catch (InterruptedException over) {
            throw interrupted();
        }
    }

    private Token another(KeptToken token, URI target) throws IOException {
        try {
            return get(token, target);
        } catch (NotExchanged without) {
            throw without.afterRefusal();
        }
    }

    private static NotExchanged interrupted() {
        Thread.currentThread().interrupt();
        return new NotExchanged("the call ended while it waited for a token");
    }

    private static FetchRequest authorized(FetchRequest request, Token token) {
        return request.with(new Header("authorization", "Bearer " + token.value()));
    }

    /** A redirect may have followed the effect of a request. */
    private static boolean isRefused(FetchRequest request, FetchResponse response) {
        return response.status() == UNAUTHORIZED
                && (SAFE.contains(request.method()) || response.url().equals(request.url()));
    }

    /** Leaves out the body of a response after which the request is sent again. */
    private record UnlessRefused(FetchRequest request, BodyReader inner) implements BodyReader {
        @Override
        public boolean read(FetchResponse head, InputStream body) throws IOException {
            return isRefused(request, head)
                    ? body.readNBytes(LARGEST_REFUSAL).length < LARGEST_REFUSAL
                    : inner.read(head, body);
        }

        @Override
        public boolean hasBegun() {
            return inner.hasBegun();
        }
    }

    /** Why no request has a token. */
    public Optional<String> problem() {
        return tokens.problem();
    }

    /** The values that no message may show. */
    public List<HiddenValues.Named> hidden(Optional<CallerToken> caller) {
        return Stream.concat(settings.hidden().stream(), tokens.hidden(caller).stream())
                .toList();
    }

    @Override
    public void close() {
        tokens.close();
        endpoint.close();
    }
}
