package dev.hyperterse.cli.dev;

import dev.hyperterse.runtime.FreeAddress;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** Somebody else listens on the port. */
public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int port;

    PortTaken(int port, Throwable cause) {
        super("port " + port + " is in use", cause);
        this.port = port;
    }

    /** That address, unless somebody else listens there. */
    static InetSocketAddress unlessFree(InetSocketAddress address) {
        try {
            return FreeAddress.require(address);
        } catch (UncheckedIOException refused) {
            if (String.valueOf(refused.getCause().getMessage()).contains("in use")) {
                throw new PortTaken(address.getPort(), refused);
            }
            throw refused;
        }
    }

    public int port() {
        return port;
    }
}
