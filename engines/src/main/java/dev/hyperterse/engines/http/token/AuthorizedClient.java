package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.HiddenValues;
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
 * Sends requests with a token of the adapter. A request that the API answers with 401 was not processed: it is sent a
 * second time with another token.
 */
public final class AuthorizedClient implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final int LARGEST_REFUSAL = 16 * 1024;
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private final UrlClient client;
    private final TokenSettings settings;
    private final TokenEndpoint endpoint;
    private final KeptToken token;

    /** @param timeoutMillis for a token */
    public AuthorizedClient(String adapter, UrlClient client, TokenSettings settings, int timeoutMillis) {
        this.client = client;
        this.settings = settings;
        this.endpoint = new TokenEndpoint(settings, timeoutMillis, System::nanoTime);
        this.token = new KeptToken(adapter, endpoint::ask, Duration.ofMillis(timeoutMillis), System::nanoTime);
    }

    /**
     * Sends a request with the token of the adapter.
     *
     * @throws Unreachable when nothing was sent, or nothing that was processed
     * @throws IOException when the connection was lost, or the response is not one of HTTP
     */
    public FetchResponse send(FetchRequest request, BodyReader body) throws IOException {
        var used = token(request.url());
        if (!token.isReplaceable(used)) {
            return client.send(authorized(request, used), body);
        }
        var response = client.send(authorized(request, used), new UnlessRefused(request, body));
        if (!isRefused(request, response)) {
            return response;
        }
        token.refused(used);
        return client.send(authorized(request, token(request.url())), body);
    }

    /** Fetches a token, unless there is one. */
    public void prepare() throws Unreachable {
        token(settings.url().prefix());
    }

    private Token token(URI target) throws Unreachable {
        try {
            return token.get();
        } catch (NoToken none) {
            throw new Unreachable(Origin.of(target), none);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw new Unreachable(Origin.of(target), new InterruptedIOException("the call was ended"));
        }
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

    /** Why there is no token. */
    public Optional<String> problem() {
        return token.problem();
    }

    /** The values that no message may show. */
    public List<HiddenValues.Named> hidden() {
        return Stream.concat(
                        settings.hidden().stream(),
                        token.values().stream().map(it -> new HiddenValues.Named("the token of the adapter", it)))
                .toList();
    }

    @Override
    public void close() {
        token.close();
        endpoint.close();
    }
}
