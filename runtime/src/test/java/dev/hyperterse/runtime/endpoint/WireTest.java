package dev.hyperterse.runtime.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WireTest {
    /** The answer to a call over half a second comes so, and a test took it for an empty one. */
    @Test
    void theAnswerToASlowCallIsReadAsItsEvents() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().start(() -> answerTwice(server));
            try (var wire = new Wire(server.getLocalPort())) {
                assertThat(wire.status()).isEqualTo(200);
                assertThat(wire.body()).isEqualTo(": waits\n\ndata: {\"result\":{}}\n\n");
                assertThat(wire.status()).isEqualTo(202);
            }
        }
    }

    private static void answerTwice(ServerSocket server) {
        try (var connection = server.accept()) {
            var answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "9\r\n: waits\n\n\r\n15\r\ndata: {\"result\":{}}\n\n\r\n0\r\n\r\n"
                    + "HTTP/1.1 202 Accepted\r\n\r\n";
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
