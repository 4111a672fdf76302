package dev.hyperterse.calls.fetch.address;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connects to the addresses of a host in turn, within one timeout: a host may have addresses of a family that the
 * network of this process does not have.
 */
public final class AddressesInTurn {
    /** Opens a connection to one address. */
    @FunctionalInterface
    public interface Attempt<C> {
        C connect(InetAddress address, int millis) throws IOException;
    }

    private AddressesInTurn() {}

    /**
     * Each address but the last gets half of the time that is left, so that a silent one leaves time for the next.
     *
     * @param addresses at least one
     * @throws IOException of the last address; the failures of earlier ones are suppressed in it
     */
    public static <C> C connect(List<InetAddress> addresses, int millis, Attempt<C> attempt) throws IOException {
        var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<IOException> earlier = new ArrayList<>();
        for (var address : addresses.subList(0, addresses.size() - 1)) {
            try {
                return attempt.connect(address, millisUntil(end, 2));
            } catch (IOException failed) {
                if (Thread.currentThread().isInterrupted()) {
                    throw failed;
                }
                earlier.add(new IOException("no connection to " + address.getHostAddress(), failed));
            }
        }
        try {
            return attempt.connect(addresses.getLast(), millisUntil(end, 1));
        } catch (IOException last) {
            earlier.forEach(last::addSuppressed);
            throw last;
        }
    }

    /** Never zero, which would be without a limit. */
    private static int millisUntil(long end, int shares) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) / shares);
    }
}
