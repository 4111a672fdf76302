package dev.hyperterse.engines.postgres.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A socket to the engine.
 *
 * @param plain the TCP socket
 * @param socket for reading and writing: the plain one, or the encrypted one around it
 */
record Link(Socket plain, Socket socket) implements Closeable {
    static Link plain(Socket socket) {
        return new Link(socket, socket);
    }

    boolean encrypted() {
        return plain != socket;
    }

    /** The resolved address of the engine. */
    InetAddress address() {
        return plain.getInetAddress();
    }

    /** Closes the plain socket: closing TLS sends a message, which could block behind a thread that cannot write. */
    @Override
    public void close() throws IOException {
        plain.close();
    }
}
