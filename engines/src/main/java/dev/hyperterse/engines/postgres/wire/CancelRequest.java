package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.Requests;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * Cancels the statement of a connection, by a connection of its own to the same address, encrypted if the other one is.
 */
final class CancelRequest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ServerAddress host;
    private final InetAddress at;
    private final Login login;
    private final boolean encrypted;
    private final int process;
    private final int key;

    /** @param at the address of the other connection: another address of the host may be another engine */
    CancelRequest(ServerAddress host, InetAddress at, Login login, boolean encrypted, int process, int key) {
        this.host = host;
        this.at = at;
        this.login = login;
        this.encrypted = encrypted;
        this.process = process;
        this.key = key;
    }

    int process() {
        return process;
    }

    /** Returns when the engine has closed the connection of the request, after it has processed it. */
    void send() throws IOException {
        var end = System.nanoTime() + TIMEOUT.toNanos();
        try (var link = Sockets.open(host, List.of(at), encrypted ? login : login.plain(), end)) {
            var socket = link.socket();
            socket.getOutputStream().write(Requests.cancel(process, key));
            socket.getOutputStream().flush();
            socket.setSoTimeout(Sockets.millisUntil(end));
            if (socket.getInputStream().read() >= 0) {
                throw new ProtocolViolation("an answer to a cancel request");
            }
        }
    }
}
