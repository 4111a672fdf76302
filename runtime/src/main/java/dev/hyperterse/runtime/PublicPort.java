package dev.hyperterse.runtime;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.page.LocalPages;
import dev.hyperterse.runtime.tls.ServerCertificate;
import dev.hyperterse.runtime.tls.TlsListener;
import io.helidon.webserver.WebServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port for clients, from the moment it opens until its last call has ended. */
public final class PublicPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PublicPort.class);

    private final Replica replica;
    private final WebServer server;

    private PublicPort(
            Replica replica, InetSocketAddress address, LocalPages pages, Optional<ServerCertificate> certificate) {
        this.replica = replica;
        var listener = replica.endpoint().listener(pages);
        certificate.ifPresent(
                it -> TlsListener.encrypt(listener, it, replica.endpoint().mostConnections()));
        this.server = listener.address(address.getAddress())
                .port(address.getPort())
                .shutdownHook(false)
                // The drain has waited for calls, so none is left when the server stops.
                .shutdownGracePeriod(Duration.ofMillis(500))
                .build();
    }

    /**
     * Opens the port; the replica is ready then.
     *
     * @throws RuntimeException if the port cannot be bound
     */
    public static PublicPort open(Replica replica, InetSocketAddress address) {
        return open(replica, address, LocalPages.NONE, Optional.empty());
    }

    /** Opens the port with TLS, where a certificate is given. */
    public static PublicPort open(Replica replica, InetSocketAddress address, Optional<ServerCertificate> certificate) {
        return open(replica, address, LocalPages.NONE, certificate);
    }

    /**
     * Opens the port of a developer's machine.
     *
     * @param pages served beside the endpoint
     */
    public static PublicPort open(Replica replica, InetSocketAddress address, LocalPages pages) {
        return open(replica, address, pages, Optional.empty());
    }

    private static PublicPort open(
            Replica replica, InetSocketAddress address, LocalPages pages, Optional<ServerCertificate> certificate) {
        var port = new PublicPort(replica, FreeAddress.require(address), pages, certificate);
        port.server.start();
        if (!port.server.isRunning()) {
            throw new IllegalStateException("the web server did not start on " + address);
        }
        var opened = new InetSocketAddress(address.getAddress(), port.port());
        replica.observation().readiness().ready(() -> !FreeAddress.isFree(opened));
        return port;
    }

    public int port() {
        return server.port();
    }

    /**
     * Shuts down gracefully: reports that it is not ready, ends streams (their clients reconnect elsewhere), lets calls
     * finish within the call timeout, then cancels the rest.
     */
    @Override
    public void close() {
        replica.observation().readiness().draining();
        var timeout = replica.catalogs()
                .current()
                .map(LiveCatalog::settings)
                .map(settings -> settings.limits().callTimeoutMillis())
                .orElse(0L);
        int cancelled = replica.endpoint().drain(Duration.ofMillis(timeout));
        if (cancelled > 0) {
            LOG.atWarn()
                    .addKeyValue("event", "drain_cut_short")
                    .addKeyValue("calls", cancelled)
                    .log("calls that still ran at the end of the drain were cancelled");
        }
        server.stop();
    }
}
