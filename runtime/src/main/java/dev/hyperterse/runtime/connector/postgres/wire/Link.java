package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A socket to the engine.
 *
 * @param plain without encryption
 * @param socket what is read and written: the plain one, or the encryption around it
 */
record Link(Socket plain, Socket socket) implements Closeable {
    static Link plain(Socket socket) {
        return new Link(socket, socket);
    }

    boolean encrypted() {
        return plain != socket;
    }

    /** Where the engine was found. */
    InetSocketAddress address() {
        return (InetSocketAddress) plain.getRemoteSocketAddress();
    }

    /** At once: the encryption's own end is a message, which would wait for a thread that cannot write. */
    @Override
    public void close() throws IOException {
        plain.close();
    }
}
