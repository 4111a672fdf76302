package dev.hyperterse.calls.fetch.address;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
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
     * @throws IOException of the first address that is silent or refuses, otherwise of the last: that this network has no
     *     such addresses says nothing of the host. The failures of the others are suppressed in it
     */
    public static <C> C connect(List<InetAddress> addresses, int millis, Attempt<C> attempt) throws IOException {
        var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Failure> failures = new ArrayList<>();
        for (var address : addresses) {
            var isLast = failures.size() == addresses.size() - 1;
            try {
                return attempt.connect(address, millisUntil(end, isLast ? 1 : 2));
            } catch (IOException failed) {
                if (Thread.currentThread().isInterrupted()) {
                    throw failed;
                }
                failures.add(new Failure(address, failed));
            }
        }
        throw ofAll(failures);
    }

    private record Failure(InetAddress address, IOException why) {
        boolean isOfTheHost() {
            return why instanceof SocketTimeoutException || why instanceof ConnectException;
        }

        IOException named() {
            return new IOException("no connection to " + address.getHostAddress(), why);
        }
    }

    private static IOException ofAll(List<Failure> failures) {
        var shown = failures.stream().filter(Failure::isOfTheHost).findFirst().orElseGet(failures::getLast);
        failures.stream().filter(it -> it != shown).map(Failure::named).forEach(shown.why()::addSuppressed);
        return shown.why();
    }

    /** Never zero, which would be without a limit. */
    private static int millisUntil(long end, int shares) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) / shares);
    }
}
