package dev.hyperterse.cli.served;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.testbed.ReservedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PortTakenTest {
    /** By an outgoing connection of another process, for example. */
    @Test
    void portThatWasTakenForAMomentIsOpened() {
        try (var free = new ReservedPort()) {
            var attempts = new AtomicInteger();
            var opened = PortTaken.unlessTaken(loopback(free.number()), address -> {
                if (attempts.incrementAndGet() == 1) {
                    throw new IllegalStateException("the web server did not start");
                }
                return address.getPort();
            });
            assertThat(opened).isEqualTo(free.number());
        }
    }

    @Test
    void portThatStaysTakenIsNamed() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> PortTaken.unlessTaken(loopback(taken.getLocalPort()), address -> address))
                    .isInstanceOf(PortTaken.class)
                    .hasMessage("port %d is in use".formatted(taken.getLocalPort()));
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
