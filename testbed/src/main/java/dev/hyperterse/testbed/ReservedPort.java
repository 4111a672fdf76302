package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Reserves a port, so that the system assigns it to no other process and to no outgoing connection. The socket is bound and
 * does not listen: connections are refused while no server of the test listens on the port.
 */
public final class ReservedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public ReservedPort() {
        try {
            // Servers set this option too, so they can listen on the port. The system assigns it to no other socket.
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
