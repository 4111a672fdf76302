package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.AllowedUrl.Origin;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches for the scripts of one definition, within its grants. */
public final class Fetches {
    private static final Logger LOG = LoggerFactory.getLogger(Fetches.class);
    private static final int MOST_REDIRECTS = 5;
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final String namespace;
    private final List<AllowedUrl> allowed;
    private final HttpConnections connections;

    /** @param namespace of the definition */
    public Fetches(String namespace, List<AllowedUrl> allowed, HttpConnections connections) {
        this.namespace = namespace;
        this.allowed = List.copyOf(allowed);
        this.connections = connections;
    }

    /**
     * Sends a request, follows redirects, and reads the body. Blocks until the scope ends. The thread must be virtual:
     * only then does an interrupt close the connection.
     *
     * @throws CallFailure if there is no response, or a limit is exceeded
     */
    public FetchResponse fetch(FetchRequest request, ResultBuffer body, CallScope scope) {
        return scope.await(() -> {
            connections.permits().acquire(namespace);
            try {
                RequestRules.broken(request).ifPresent(how -> {
                    throw new FetchFault(how);
                });
                return following(request, body);
            } catch (IOException | RuntimeException failure) {
                // An interrupt closes the connection, which throws various exceptions.
                scope.check();
                throw failed(failure, request.url(), body);
            } finally {
                connections.permits().release(namespace);
            }
        });
    }

    private FetchResponse following(FetchRequest asked, ResultBuffer body) throws IOException {
        var request = asked;
        for (var redirects = 0; ; redirects++) {
            var rule = rule(request.url()).orElseThrow(() -> notAllowed(asked.url()));
            var exchanged = exchange(connections.to(rule), request, body);
            if (exchanged.redirectedTo().isEmpty()) {
                var head = exchanged.head();
                return new FetchResponse(
                        head.status(),
                        head.statusText(),
                        request.url(),
                        !request.url().equals(asked.url()),
                        head.headers());
            }
            if (asked.onRedirect() == OnRedirect.FAIL || redirects == MOST_REDIRECTS) {
                throw new FetchFault(
                        "%s redirects%s".formatted(Origin.of(asked.url()), redirects == 0 ? "" : " too often"));
            }
            request = Redirect.follow(
                    request, exchanged.head().status(), exchanged.redirectedTo().get());
            if (rule(request.url()).isEmpty()) {
                // The message omits the URL, which may be internal to the other side.
                throw new FetchFault("%s redirects to a URL that scripts of this namespace may not fetch"
                        .formatted(Origin.of(asked.url())));
            }
        }
    }

    /** Whether the request is sent, and not refused before. */
    public boolean sends(FetchRequest request) {
        return RequestRules.broken(request).isEmpty() && rule(request.url()).isPresent();
    }

    private Optional<AllowedUrl> rule(URI url) {
        return allowed.stream().filter(it -> it.allows(url)).findFirst();
    }

    private FetchFault notAllowed(URI url) {
        var origin = Origin.of(url);
        var isPath = allowed.stream().anyMatch(it -> it.origin().equals(origin));
        return new FetchFault(
                "%s is not among what scripts of this namespace may fetch; the owner of the server can add it to spec.scripts.fetch"
                        .formatted(isPath ? "the path of this URL of " + origin : origin));
    }

    /** A head with the target of a redirect; without a target the body was read. */
    private record Exchanged(ResponseHead head, Optional<URI> redirectedTo) {}

    /** The other side may close a kept connection at any time, so safe requests are sent again on a new one. */
    private static Exchanged exchange(UrlConnectionPool kept, FetchRequest request, ResultBuffer body)
            throws IOException {
        var used = kept.take();
        if (used.isPresent()) {
            try {
                return exchange(kept, used.get(), request, body);
            } catch (IOException broken) {
                if (!SAFE.contains(request.method())
                        || body.size() > 0
                        || Thread.currentThread().isInterrupted()) {
                    throw broken;
                }
            }
        }
        return exchange(kept, kept.open(), request, body);
    }

    /** A failure closes the connection: the start of the next response would be unknown. */
    private static Exchanged exchange(
            UrlConnectionPool kept, HttpConnection connection, FetchRequest request, ResultBuffer body)
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
            ResultBuffer into)
            throws IOException {
        var location = location(request, head);
        var body = connection.body(head, !request.method().equals("HEAD"));
        if (location.isEmpty() && !body.isComplete()) {
            ResponseBody.read(body, head.header("content-encoding"), into);
        }
        if (body.isComplete() && head.keepsConnection()) {
            kept.keep(connection);
        } else {
            connection.close();
        }
        return new Exchanged(head, location);
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

    private static CallFailure failed(Exception failure, URI url, ResultBuffer body) {
        return switch (failure) {
            case CallFailure broken
            when broken.stage() == Stage.RESULT ->
                new CallFailure(
                        Stage.EXECUTION,
                        "fetch: the response of %s is larger than %d bytes".formatted(Origin.of(url), body.maxSize()));
            case CallFailure broken -> broken;
            case FetchFault fault -> new CallFailure(Stage.EXECUTION, "fetch: " + fault.getMessage());
            case IOException broken -> {
                LOG.atInfo()
                        .addKeyValue("event", "fetch_failed")
                        .addKeyValue("origin", Origin.of(url))
                        .addKeyValue("reason", broken)
                        .log("a script got no response");
                yield new CallFailure(Stage.EXECUTION, "fetch: " + Failures.what(broken, Origin.of(url)));
            }
            case UncheckedIOException broken -> failed(broken.getCause(), url, body);
            // A bug, which the caller reports.
            default -> throw new IllegalStateException(failure);
        };
    }
}
