package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.Lookups;
import dev.hyperterse.calls.fetch.address.NameService;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;

/**
 * Sends requests to one URL and those below its path, over connections of its own. A redirect leads nowhere else, so
 * headers with credentials never reach another host. The threads that send must be virtual, as for {@link Fetches}.
 */
public final class UrlClient implements AutoCloseable {
    private final AllowedUrl url;
    private final boolean allowsItself;
    private final Lookups lookups;
    private final UrlConnectionPool connections;

    /**
     * @param trust for secured connections, with the certificate of the client where it has one
     */
    public UrlClient(AllowedUrl url, Limits limits, SSLContext trust, NameService names) {
        this(url, limits, trust, names, System::nanoTime);
    }

    UrlClient(AllowedUrl url, Limits limits, SSLContext trust, NameService names, LongSupplier nanoTime) {
        this.url = url;
        this.allowsItself = url.allows(url.prefix());
        this.lookups = new Lookups(names);
        this.connections = new UrlConnectionPool(url, lookups, limits, () -> trust, nanoTime);
    }

    /**
     * The limits of connections.
     *
     * @param mostIdle how many are kept for a few seconds
     * @param silenceMillis how long a response may pause; 0 is without a limit, and without a timer for each reading
     */
    public record Limits(int mostIdle, int connectMillis, int silenceMillis) {}

    /** Opens a connection, and keeps it. */
    public void connect() throws Unreachable {
        connections.keep(connections.open());
    }

    /**
     * Sends a request, and reads the body of the response while it arrives.
     *
     * @throws Unreachable when nothing was sent
     * @throws IOException when the connection was lost, or the response is not one of HTTP
     */
    public FetchResponse send(FetchRequest request, BodyReader body) throws IOException {
        var broken = RequestRules.broken(request);
        if (broken.isPresent()) {
            throw new Refused(broken.get(), false);
        }
        try {
            return new Exchange(this::route, _ -> new FetchFault("elsewhere")).send(request, body);
        } catch (FetchFault refused) {
            throw url.allows(request.url())
                    ? new Refused("the API redirects to another address than that of the adapter, or too often", true)
                    : new Refused("the path of the request is ambiguous", false);
        }
    }

    private Optional<UrlConnectionPool> route(URI target) {
        return isAllowed(target) ? Optional.of(connections) : Optional.empty();
    }

    /** Clients of one address send each request to the same URL, which is checked once. */
    private boolean isAllowed(URI target) {
        return target == url.prefix() ? allowsItself : url.allows(target);
    }

    /** A request that is not sent, or not sent again where a redirect leads. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final boolean sent;

        Refused(String why, boolean sent) {
            super(why);
            this.sent = sent;
        }

        /** Whether the other side has got it, and has redirected it. */
        public boolean wasSent() {
            return sent;
        }
    }

    @Override
    public void close() {
        connections.close();
        lookups.close();
    }
}
