package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.tls.PemContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The connections to one allowed URL: opened on demand; a few idle ones are kept for a few seconds. */
final class UrlConnectionPool implements AutoCloseable {
    private static final int MOST = 4;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int SILENCE_MILLIS = 30_000;

    /** Shorter than the usual keep-alive of servers. */
    private static final long IDLE = Duration.ofSeconds(4).toNanos();

    private final AllowedUrl allowed;
    private final CheckedAddresses addresses;
    private final Deque<HttpConnection> idle = new ArrayDeque<>();
    private Optional<SSLContext> context = Optional.empty();
    private boolean closed;

    UrlConnectionPool(AllowedUrl allowed, CheckedAddresses addresses) {
        this.allowed = allowed;
        this.addresses = addresses;
    }

    /** Takes the most recently used idle connection, if there is one. */
    synchronized Optional<HttpConnection> take() {
        prune();
        return Optional.ofNullable(idle.pollLast());
    }

    /** Opens a connection to a checked address. */
    HttpConnection open() throws IOException {
        var origin = allowed.origin();
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(addresses.resolve(), origin.port()), CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(SILENCE_MILLIS);
            return new HttpConnection(origin.isSecure() ? secured(socket) : socket);
        } catch (IOException | RuntimeException failed) {
            socket.close();
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
            try {
                context = Optional.of(PemContext.of(true, allowed.ca(), Optional.empty(), Optional.empty()));
            } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
                throw new FetchFault("the authorities for %s cannot be read".formatted(allowed.origin()), unusable);
            }
        }
        return context.get();
    }

    /** Takes back a connection that can carry another request. */
    synchronized void keep(HttpConnection connection) {
        prune();
        if (closed || idle.size() == MOST) {
            connection.close();
        } else {
            connection.idleSince(System.nanoTime());
            idle.addLast(connection);
        }
    }

    private void prune() {
        var now = System.nanoTime();
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
