package dev.hyperterse.engines.http;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.engines.http.token.CallerToken;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint as one caller uses it.
 *
 * @param caller whose token is exchanged for that of the requests; empty where the adapter does not exchange tokens, or the
 *     caller has none
 */
public record CallerEndpoint(HttpEndpoint endpoint, Optional<CallerToken> caller) {
    /** The name of the adapter. */
    public String adapter() {
        return endpoint.adapter();
    }

    /** The URL of the adapter. */
    public URI url() {
        return endpoint.url();
    }

    /** The headers of each request. */
    public List<Header> headers() {
        return endpoint.headers();
    }

    /** The values that no message may show to this caller. */
    public HiddenValues hidden() {
        return endpoint.hidden(caller);
    }

    /** The same, but for what may be ordinary words: the host, and short values. */
    public HiddenValues credentials() {
        return new HiddenValues(hidden().values().stream()
                .filter(it -> !it.value().equals(url().getHost()))
                .filter(it -> HttpSettings.isNoOrdinaryWord(it.value()))
                .toList());
    }

    /** Waits for the token of a request, where it needs one, with the failures of {@link #send}. */
    public void awaitToken() throws IOException {
        endpoint.awaitToken(caller);
    }

    /** Sends a request, and reads the body of its response. */
    public FetchResponse send(FetchRequest request, BodyReader body) throws IOException {
        return endpoint.send(request, caller, body);
    }

    /** Sends a notification or the end of a session, unless a token had to be exchanged for it. */
    public void tell(FetchRequest request) throws IOException {
        endpoint.tell(request, caller);
    }
}
