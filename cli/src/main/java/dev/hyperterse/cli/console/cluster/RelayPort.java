package dev.hyperterse.cli.console.cluster;

import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.http.connection.Refusals;
import dev.hyperterse.http.connection.StrictConnections;
import dev.hyperterse.runtime.page.LocalPageService;
import dev.hyperterse.runtime.page.LocalPages;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A port on loopback with pages, and the endpoint of a server elsewhere beside them. */
final class RelayPort implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.1";
    private static final int MOST_CONNECTIONS = 64;
    private static final long LARGEST_REQUEST = 16L << 20;
    private static final Refusals REFUSALS =
            new Refusals(empty("408 Request Timeout"), empty("503 Service Unavailable"));

    private final StrictConnections connections = new StrictConnections(
            ConnectionMemory.ofFull(MOST_CONNECTIONS), ReadLimits.standard(), REFUSALS, () -> LARGEST_REQUEST);
    private final LocalPages pages;
    private final LocalPageService service;
    private final Relay relay;
    private final WebServer server;

    private RelayPort(InetSocketAddress address, LocalPages pages, Relay relay) {
        this.pages = pages;
        this.service = new LocalPageService(pages);
        this.relay = relay;
        this.server = connections
                .serve(WebServer.builder())
                .address(address.getAddress())
                .port(address.getPort())
                .shutdownHook(false)
                .routing(routing -> routing.any(this::serve))
                .build();
    }

    /**
     * @param number 0 for any that is free
     * @throws PortTaken when another process listens there
     */
    static RelayPort open(int number, LocalPages pages, Relay relay) {
        return PortTaken.unlessTaken(new InetSocketAddress(ADDRESS, number), free -> {
            var port = new RelayPort(free, pages, relay);
            port.server.start();
            return port;
        });
    }

    int number() {
        return server.port();
    }

    /** Requests here reach the endpoint by the rights of this user, so no other page may send them. */
    private void serve(ServerRequest request, ServerResponse response) {
        var path = request.prologue().uriPath().rawPath();
        if (path.equals(relay.path()) && LocalPageService.isOfThisMachine(request)) {
            relay.pass(request, response);
        } else if (pages.has(path)) {
            service.handle(path, request, response);
        } else {
            // The body of a refused request is not read.
            response.status(path.equals(relay.path()) ? Status.FORBIDDEN_403 : Status.NOT_FOUND_404)
                    .header(HeaderValues.CONNECTION_CLOSE)
                    .send();
        }
    }

    private static byte[] empty(String status) {
        return ("HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
    }
}
