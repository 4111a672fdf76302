package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of this machine that refuses connections: bound, so that no other process listens on it, and not listened on. */
public final class ClosedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public ClosedPort() {
        try {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int number() {
        return bound.getLocalPort();
    }

    @Override
    public void close() {
        try {
            bound.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
