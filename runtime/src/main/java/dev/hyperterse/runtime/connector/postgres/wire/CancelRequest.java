package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.IOException;
import java.time.Duration;

/** Stops what runs on a connection, by a connection of its own: encrypted where the other one is. */
final class CancelRequest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ServerAddress address;
    private final Login login;
    private final boolean encrypted;
    private final int process;
    private final int key;

    CancelRequest(ServerAddress address, Login login, boolean encrypted, int process, int key) {
        this.address = address;
        this.login = login;
        this.encrypted = encrypted;
        this.process = process;
        this.key = key;
    }

    /** Returns when the engine has closed that connection, and so has passed the request on. */
    void send() throws IOException {
        var end = System.nanoTime() + TIMEOUT.toNanos();
        try (var socket = Sockets.open(address, encrypted ? login : login.plain(), end)) {
            socket.getOutputStream().write(Requests.cancel(process, key));
            socket.getOutputStream().flush();
            socket.setSoTimeout(Sockets.millisUntil(end));
            if (socket.getInputStream().read() >= 0) {
                throw new ProtocolViolation("an answer to a cancel request");
            }
        }
    }
}
