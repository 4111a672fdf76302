package dev.hyperterse.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of the loopback that the system gives to no other process while a server of ours is away: bound and not listened
 * on. A server that sets SO_REUSEADDR, as Go's do, listens on it beside this.
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
