package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.UrlClient.Limits;
import dev.hyperterse.calls.fetch.address.AddressesInTurn;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.CheckedAddresses;
import dev.hyperterse.calls.fetch.address.Lookups;
import dev.hyperterse.calls.tls.PemContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The connections to one allowed URL: opened on demand; a few idle ones are kept for a few seconds. */
final class UrlConnectionPool implements AutoCloseable {
    private static final Limits OF_GRANTS = new Limits(4, 5_000, 30_000);

    /** Shorter than the usual keep-alive of servers. */
    private static final long IDLE = Duration.ofSeconds(4).toNanos();

    private final AllowedUrl allowed;
    private final CheckedAddresses addresses;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();
    private final Limits limits;
    private final Supplier<SSLContext> trust;
    private final LongSupplier nanoTime;
    private Optional<SSLContext> context = Optional.empty();
    private boolean closed;
    private boolean watched;

    /** @param trust the context of secured connections, which is asked for once */
    UrlConnectionPool(
            AllowedUrl allowed, Lookups lookups, Limits limits, Supplier<SSLContext> trust, LongSupplier nanoTime) {
        this.allowed = allowed;
        this.addresses = new CheckedAddresses(allowed, lookups);
        this.limits = limits;
        this.trust = trust;
        this.nanoTime = nanoTime;
    }

    static UrlConnectionPool ofGrant(AllowedUrl allowed, Lookups lookups, LongSupplier nanoTime) {
        return new UrlConnectionPool(allowed, lookups, OF_GRANTS, () -> authorities(allowed), nanoTime);
    }

    private synchronized Optional<HttpConnection> mostRecentlyUsed() {
        prune();
        return Optional.ofNullable(idle.pollLast());
    }

    /**
     * Takes an idle connection that the other side has not closed, and on which nothing has arrived.
     *
     * @param patient as {@link HttpConnection#isIdle} has it
     */
    Optional<HttpConnection> take(boolean patient) {
        for (var taken = mostRecentlyUsed(); taken.isPresent(); taken = mostRecentlyUsed()) {
            if (taken.get().isIdle(patient)) {
                return taken;
            }
            taken.get().close();
            // Looking is what an interrupt ends, and the others may be open.
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return Optional.empty();
    }

    /** Opens a connection to one of the checked addresses. */
    HttpConnection open() throws Unreachable {
        try {
            return connect();
        } catch (IOException failed) {
            throw new Unreachable(allowed.origin(), failed);
        }
    }

    private HttpConnection connect() throws IOException {
        var channel = AddressesInTurn.connect(addresses.resolve(), limits.connectMillis(), this::connected);
        var socket = channel.socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(limits.connectMillis());
            var connection = allowed.origin().isSecure() ? secured(socket) : socket;
            connection.setSoTimeout(limits.silenceMillis());
            return new HttpConnection(channel, connection);
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** A channel, because it can be read without waiting. */
    private SocketChannel connected(InetAddress address, int millis) throws IOException {
        var channel = SocketChannel.open();
        try {
            channel.socket()
                    .connect(new InetSocketAddress(address, allowed.origin().port()), millis);
            return channel;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** Certificates are verified for the host of the URL. */
    private SSLSocket secured(Socket socket) throws IOException {
        var origin = allowed.origin();
        var secured = (SSLSocket) context().getSocketFactory().createSocket(socket, origin.host(), origin.port(), true);
        var parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private synchronized SSLContext context() {
        if (context.isEmpty()) {
            context = Optional.of(trust.get());
        }
        return context.get();
    }

    private static SSLContext authorities(AllowedUrl allowed) {
        try {
            return PemContext.of(true, allowed.ca(), Optional.empty(), Optional.empty());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
            throw new FetchFault("the authorities for %s cannot be read".formatted(allowed.origin()), unusable);
        }
    }

    /** Takes back a connection that can carry another request. */
    synchronized void keep(HttpConnection connection) {
        prune();
        if (closed || idle.size() >= limits.mostIdle()) {
            connection.close();
        } else {
            connection.idleSince(nanoTime.getAsLong());
            idle.addLast(connection);
            watch();
        }
    }

    /** Closes connections also if no request follows: the other side may have closed them already. */
    private void watch() {
        if (!watched) {
            watched = true;
            Thread.ofVirtual().name("idle connections").start(() -> {
                do {
                    LockSupport.parkNanos(IDLE);
                } while (hasIdle());
            });
        }
    }

    private synchronized boolean hasIdle() {
        prune();
        watched = !idle.isEmpty();
        return watched;
    }

    private void prune() {
        var now = nanoTime.getAsLong();
        while (!idle.isEmpty() && now - idle.peekFirst().idleSince() > IDLE) {
            idle.pollFirst().close();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(HttpConnection::close);
        idle.clear();
    }
}
