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
        try {
            listen(address);
            return address;
        } catch (IOException refused) {
            throw new UncheckedIOException("cannot listen on " + address, refused);
        }
    }

    /** Whether nothing listens on the address. What is not known, as where no file is left for a socket, is no. */
    static boolean isFree(InetSocketAddress address) {
        try {
            listen(address);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static void listen(InetSocketAddress address) throws IOException {
        try (var probe = new ServerSocket()) {
            // As the web server does: connections of a process that just ended do not keep its port.
            probe.setReuseAddress(true);
            probe.bind(address);
        }
    }
}
