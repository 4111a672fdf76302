package dev.hyperterse.cli.dev;

import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.page.LocalPages;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * A port on both loopback addresses: "localhost" is either, depending on the client. A machine without IPv6 has only the
 * one.
 */
public final class LoopbackPort implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 16;
    private static final String FOUR = "127.0.0.1";
    private static final String SIX = "::1";

    private final PublicPort four;
    private final Optional<PublicPort> six;

    private LoopbackPort(PublicPort four, Optional<PublicPort> six) {
        this.four = four;
        this.six = six;
    }

    /**
     * @param pages served beside the endpoint
     * @param number 0 for any that is free on both addresses
     * @throws PortTaken when another process listens there, on either address
     */
    static LoopbackPort open(Replica replica, LocalPages pages, int number) {
        for (int attempt = 1; ; attempt++) {
            try {
                return openBoth(replica, pages, number);
            } catch (PortTaken taken) {
                // A number that is free on one address may be taken on the other.
                if (number != 0 || attempt == MOST_ATTEMPTS) {
                    throw taken;
                }
            }
        }
    }

    /**
     * Before anything is compiled or connected for it.
     *
     * @param number 0 for any, which is never taken
     * @throws PortTaken when another process listens there, on either address
     */
    public static void requireFree(int number) {
        for (var address : List.of(FOUR, SIX)) {
            try {
                PortTaken.unlessTaken(new InetSocketAddress(address, number), free -> free);
            } catch (UncheckedIOException noSuchAddress) {
                // A machine without IPv6; said when the port is opened, if it is the other one.
            }
        }
    }

    private static LoopbackPort openBoth(Replica replica, LocalPages pages, int number) {
        var four = open(replica, pages, FOUR, number);
        try {
            return new LoopbackPort(four, Optional.of(open(replica, pages, SIX, four.port())));
        } catch (PortTaken | IllegalStateException unusable) {
            four.close();
            throw unusable;
        } catch (UncheckedIOException noSuchAddress) {
            return new LoopbackPort(four, Optional.empty());
        }
    }

    int number() {
        return four.port();
    }

    private static PublicPort open(Replica replica, LocalPages pages, String address, int number) {
        return PortTaken.unlessTaken(
                new InetSocketAddress(address, number), free -> PublicPort.open(replica, free, pages));
    }

    @Override
    public void close() {
        four.close();
        six.ifPresent(PublicPort::close);
    }
}
