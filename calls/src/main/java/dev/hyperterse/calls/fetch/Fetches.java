package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches for the scripts of one definition, within its grants. */
public final class Fetches {
    private static final Logger LOG = LoggerFactory.getLogger(Fetches.class);

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
                return new Exchange(
                                url -> rule(url).map(connections::to),
                                url -> url.equals(request.url())
                                        ? notAllowed(url)
                                        // The message omits the URL, which may be internal to the other side.
                                        : new FetchFault(
                                                "%s redirects to a URL that scripts of this namespace may not fetch"
                                                        .formatted(Origin.of(request.url()))))
                        .send(request, BodyReader.into(body));
            } catch (IOException | RuntimeException failure) {
                // An interrupt closes the connection, which throws various exceptions.
                scope.check();
                throw failed(failure, request.url(), body);
            } finally {
                connections.permits().release(namespace);
            }
        });
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
