package dev.hyperterse.cli.dev;

import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A port on both loopback addresses: "localhost" is either, depending on the client. A machine without IPv6 has only the
 * one.
 */
final class LoopbackPort implements AutoCloseable {
    private final PublicPort four;
    private final Optional<PublicPort> six;

    private LoopbackPort(PublicPort four, Optional<PublicPort> six) {
        this.four = four;
        this.six = six;
    }

    /** @throws PortTaken when somebody else listens there, on either address */
    static LoopbackPort open(Replica replica, int number) {
        var four = open(replica, "127.0.0.1", number);
        try {
            return new LoopbackPort(four, Optional.of(open(replica, "::1", four.port())));
        } catch (PortTaken taken) {
            four.close();
            throw taken;
        } catch (RuntimeException noSuchAddress) {
            return new LoopbackPort(four, Optional.empty());
        }
    }

    int number() {
        return four.port();
    }

    private static PublicPort open(Replica replica, String address, int number) {
        try {
            return PublicPort.open(replica, new InetSocketAddress(address, number));
        } catch (RuntimeException failed) {
            if (isTaken(failed)) {
                throw new PortTaken(number, failed);
            }
            throw failed;
        }
    }

    private static boolean isTaken(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException bind
                    && String.valueOf(bind.getMessage()).contains("in use")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        four.close();
        six.ifPresent(PublicPort::close);
    }
}
