package dev.hyperterse.cli.served;

import dev.hyperterse.runtime.FreeAddress;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** Another process listens on the port. */
public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int port;

    PortTaken(int port, Throwable cause) {
        super("port " + port + " is in use", cause);
        this.port = port;
    }

    /** The bound address, unless another process listens there. */
    public static <T> T unlessTaken(InetSocketAddress address, Function<InetSocketAddress, T> opening) {
        try {
            return opened(address, opening);
        } catch (UncheckedIOException refused) {
            if (String.valueOf(refused.getCause().getMessage()).contains("in use")) {
                throw new PortTaken(address.getPort(), refused);
            }
            throw refused;
        }
    }

    private static <T> T opened(InetSocketAddress address, Function<InetSocketAddress, T> opening) {
        try {
            return opening.apply(FreeAddress.require(address));
        } catch (IllegalStateException notStarted) {
            // Another process may have taken it since the last look, also for a moment: connections have ports too.
            return opening.apply(FreeAddress.require(address));
        }
    }

    public int port() {
        return port;
    }
}
