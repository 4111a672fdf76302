package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.calls.fetch.address.AddressesInTurn;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import dev.hyperterse.engines.postgres.wire.message.Requests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;

/** Opens the sockets of connections, encrypted if the engine accepts that. */
final class Sockets {
    /** Holds all unanswered bytes of a pipeline, so that sending never waits for reading. */
    private static final int SEND_BUFFER = 64 * 1024;

    private static final int AGREES = 'S';
    private static final int DECLINES = 'N';

    private Sockets() {}

    static Link open(ServerAddress host, List<InetAddress> addresses, Login login, long end) throws IOException {
        var socket = AddressesInTurn.connect(
                addresses,
                millisToConnect(login, end),
                (address, millis) -> connected(new InetSocketAddress(address, host.port()), login, millis));
        try {
            socket.setSoTimeout(millisUntil(end));
            return login.encryption().isPresent()
                    ? encrypted(socket, host, login.encryption().get())
                    : Link.plain(socket);
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static Socket connected(InetSocketAddress at, Login login, int millis) throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(login.keepAlive());
            socket.setSendBufferSize(SEND_BUFFER);
            socket.connect(at, millis);
            return socket;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    /** The response is one byte, read unbuffered: no unencrypted byte behind it is ever used. */
    private static Link encrypted(Socket plain, ServerAddress host, Encryption encryption) throws IOException {
        plain.getOutputStream().write(Requests.encryption());
        var answer = plain.getInputStream().read();
        if (answer == AGREES) {
            return new Link(plain, encryption.encrypt(plain, host.host(), host.port()));
        }
        if (answer == DECLINES && !encryption.required()) {
            return Link.plain(plain);
        }
        throw new ConnectionRefused(ConnectionRefused.REJECTED, "the engine offers no encryption");
    }

    /** The connection timeout for one host: with several hosts, time is left for the next one. */
    private static int millisToConnect(Login login, long end) throws SocketTimeoutException {
        var share = millisUntil(end) / (login.hosts().size() > 1 ? 2 : 1);
        var most = login.timeouts().connect().toMillis();
        return (int) Math.max(1, most > 0 ? Math.min(most, share) : share);
    }

    static int millisUntil(long end) throws SocketTimeoutException {
        var left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException("the engine has not answered in time");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
