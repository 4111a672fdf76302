package dev.hyperterse.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Checks whether a socket can listen on an address, and returns the reason if not. The web server only logs that it
 * could not start.
 */
public final class FreeAddress {
    private FreeAddress() {}

    /** @throws UncheckedIOException if the address is taken; the cause has the reason of the system */
    public static InetSocketAddress require(InetSocketAddress address) {
        try (var probe = new ServerSocket()) {
            // As the web server does: connections of a process that just ended do not keep its port.
            probe.setReuseAddress(true);
            probe.bind(address);
            return address;
        } catch (IOException refused) {
            throw new UncheckedIOException("cannot listen on " + address, refused);
        }
    }
}
