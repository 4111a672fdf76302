package dev.hyperterse.http.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.http.connection.ReadLimits;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminListenerTest {
    private static final String HEAD = "GET /livez HTTP/1.1\r\nHost: localhost\r\n";

    @AutoClose
    private final AdminListener listener = listening(ReadLimits.standard());

    @AutoClose
    private final AdminListener impatient = listening(new ReadLimits(Duration.ofMillis(200), Duration.ofMillis(600)));

    @ParameterizedTest
    @ValueSource(strings = {"G", HEAD})
    void aHeadThatStallsIsTimedOut(String begun) throws IOException {
        try (var socket = connect(impatient)) {
            send(socket, begun);

            assertThat(answer(socket)).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void aHeadThatTricklesIsTimedOut() throws Exception {
        try (var socket = connect(impatient)) {
            send(socket, HEAD + "X-Filler: ");
            var sender = Thread.ofVirtual().start(() -> trickle(socket));
            try {
                assertThat(answer(socket)).startsWith("HTTP/1.1 408 ");
            } finally {
                sender.interrupt();
                sender.join();
            }
        }
    }

    @Test
    void bodiesAreRefused() throws IOException {
        try (var socket = connect(listener)) {
            send(socket, HEAD + "Content-Length: 1\r\n\r\n");

            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void aMethodInSmallLettersIsAnsweredWithTheAllowedMethods() throws IOException {
        try (var socket = connect(listener)) {
            send(socket, "get /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");

            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 405 ").contains("\r\nAllow: GET\r\n");
        }
    }

    @Test
    void idleConnectionIsClosedWithoutAnAnswer() throws IOException {
        var brief = Duration.ofMillis(200);
        try (var quick = listening(new ReadLimits(Duration.ofMinutes(10), Duration.ofMinutes(10), brief))) {
            var answer = answerOfARequestThatIsBegunWhileAnotherIsIdle(quick);
            // On a busy machine its connection may be idle for too long before its first byte has come.
            for (var attempt = 1; answer.isEmpty() && attempt < 10; attempt++) {
                answer = answerOfARequestThatIsBegunWhileAnotherIsIdle(quick);
            }
            assertThat(answer).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Its answers fill what lies between it and the listener, and then nothing moves. */
    @Test
    void clientThatNeverReadsIsDisconnected() throws IOException {
        try (var socket = connect(impatient)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            send(socket, (HEAD + "\r\n").repeat(100));
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    private static String answerOfARequestThatIsBegunWhileAnotherIsIdle(AdminListener quick) throws IOException {
        try (var begun = connect(quick)) {
            send(begun, "GET /livez HTTP/1.1\r\n");
            try (var idle = connect(quick)) {
                assertThat(idle.getInputStream().readAllBytes()).isEmpty();
            }
            try {
                send(begun, "Host: localhost\r\n\r\n");
                return answer(begun);
            } catch (SocketException closed) {
                return "";
            }
        }
    }

    private static AdminListener listening(ReadLimits limits) {
        return AdminListener.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpRouting.builder().get("/livez", (_, response) -> response.send("ok\n")),
                limits);
    }

    private static Socket connect(AdminListener to) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), to.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes("HTTP/1.1 408 ".length()), StandardCharsets.US_ASCII);
    }

    private static void trickle(Socket socket) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                send(socket, "x");
            } catch (IOException closed) {
                return;
            }
            LockSupport.parkNanos(10_000_000);
        }
    }
}
