package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Sends a request, and follows its redirects.
 *
 * @param routes the connections to a URL; empty where nothing may be sent to
 * @param refusal the failure of a request to such a URL
 */
record Exchange(Function<URI, Optional<UrlConnectionPool>> routes, Function<URI, FetchFault> refusal) {
    private static final int MOST_REDIRECTS = 5;
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /** A head with the target of a redirect; without a target the body was read. */
    private record Exchanged(ResponseHead head, Optional<URI> redirectedTo) {}

    FetchResponse send(FetchRequest asked, BodyReader body) throws IOException {
        var request = asked;
        for (var redirects = 0; ; redirects++) {
            var target = request.url();
            var connections = routes.apply(target).orElseThrow(() -> refusal.apply(target));
            var exchanged = exchange(connections, request, body, redirects > 0);
            if (exchanged.redirectedTo().isEmpty()) {
                return response(exchanged.head(), request, !request.url().equals(asked.url()));
            }
            if (asked.onRedirect() == OnRedirect.FAIL || redirects == MOST_REDIRECTS) {
                throw new FetchFault(
                        "%s redirects%s".formatted(Origin.of(asked.url()), redirects == 0 ? "" : " too often"));
            }
            request = Redirect.follow(
                    request, exchanged.head().status(), exchanged.redirectedTo().get());
        }
    }

    private static Exchanged exchange(UrlConnectionPool kept, FetchRequest request, BodyReader body, boolean redirected)
            throws IOException {
        try {
            return exchange(kept, request, body);
        } catch (Unreachable unreachable) {
            throw redirected ? unreachable.afterRedirect() : unreachable;
        }
    }

    /**
     * The other side may close a kept connection at any time, so safe requests are sent again on a new one, and others
     * only over a connection that is still open.
     */
    private static Exchanged exchange(UrlConnectionPool kept, FetchRequest request, BodyReader body)
            throws IOException {
        var safe = SAFE.contains(request.method());
        var used = kept.take(!safe);
        if (used.isPresent()) {
            try {
                return exchange(kept, used.get(), request, body);
            } catch (IOException broken) {
                if (!safe || body.hasBegun() || Thread.currentThread().isInterrupted()) {
                    throw broken;
                }
            }
        }
        return exchange(kept, kept.open(), request, body);
    }

    /** A failure closes the connection: the start of the next response would be unknown. */
    private static Exchanged exchange(
            UrlConnectionPool kept, HttpConnection connection, FetchRequest request, BodyReader body)
            throws IOException {
        try {
            return exchange(kept, connection, connection.send(request), request, body);
        } catch (IOException | RuntimeException failed) {
            connection.close();
            throw failed;
        }
    }

    private static Exchanged exchange(
            UrlConnectionPool kept,
            HttpConnection connection,
            ResponseHead head,
            FetchRequest request,
            BodyReader reader)
            throws IOException {
        var location = location(request, head);
        var body = connection.body(head, !request.method().equals("HEAD"));
        if (location.isEmpty() && !body.isComplete()) {
            try (var decoded = ResponseBody.decoded(body, head.header("content-encoding"))) {
                if (reader.read(response(head, request, false), decoded)) {
                    // The body may continue behind the end of the compressed data; reads on, to find its end.
                    body.skip(1);
                } else {
                    connection.finish(body);
                }
            }
        }
        if (body.isComplete() && head.keepsConnection()) {
            kept.keep(connection);
        } else {
            connection.close();
        }
        return new Exchanged(head, location);
    }

    private static FetchResponse response(ResponseHead head, FetchRequest request, boolean redirected) {
        return new FetchResponse(head.status(), head.statusText(), request.url(), redirected, head.headers());
    }

    private static Optional<URI> location(FetchRequest request, ResponseHead head) {
        if (request.onRedirect() == OnRedirect.RETURN || !Redirect.is(head.status())) {
            return Optional.empty();
        }
        return head.header("location").map(text -> {
            try {
                var location = request.url().resolve(text);
                if (RequestRules.isWeb(location)) {
                    return location;
                }
            } catch (IllegalArgumentException malformed) {
                // As below.
            }
            throw new FetchFault("%s redirects to a URL that is not http or https".formatted(Origin.of(request.url())));
        });
    }
}
