package dev.hyperterse.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Reserves a loopback port, so that the system assigns it to no other process while a server is stopped. The socket is bound
 * and does not listen; a server that sets SO_REUSEADDR, as Go's do, can listen on the port meanwhile.
 */
record ReservedPort(Socket bound) implements AutoCloseable {
    static ReservedPort any() {
        try {
            var socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new ReservedPort(socket);
        } catch (IOException exhausted) {
            throw new ControlPlaneException("no free port", exhausted);
        }
    }

    int number() {
        return bound.getLocalPort();
    }

    @Override
    public void close() {
        try {
            bound.close();
        } catch (IOException failed) {
            throw new ControlPlaneException("cannot give the port back", failed);
        }
    }
}
