package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of this machine that no other process is given, nor a connection as its own end: it is bound and not listened on,
 * so connections are refused until a server of the test listens there, and again while it is stopped.
 */
public final class ReservedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public ReservedPort() {
        try {
            // Servers set it as well, which lets them share the port; the system gives it to nobody who asks for any.
            bound.setReuseAddress(true);
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
