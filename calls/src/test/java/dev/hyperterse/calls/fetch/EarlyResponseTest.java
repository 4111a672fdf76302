package dev.hyperterse.calls.fetch;

import static dev.hyperterse.calls.fetch.Fetching.allowed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.tls.PemContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that ends the connection before it has taken a large request. */
@Timeout(60)
class EarlyResponseTest {
    private static final int BEYOND_ALL_BUFFERS = 64 << 20;

    @Test
    void refusalOfALargeBodyIsTheResponse() throws Exception {
        var refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large";
        try (var server = new Server(refusal);
                var client = server.client()) {
            var read = new StringBuilder();
            var response = client.send(server.large(), (_, body) -> {
                read.append(new String(body.readAllBytes(), StandardCharsets.US_ASCII));
                return true;
            });
            assertThat(response.status()).isEqualTo(413);
            assertThat(read).hasToString("too large");
            client.send(server.small(), (_, _) -> true);
            assertThat(server.connections).hasValue(2);
        }
    }

    @Test
    void requestThatWasNotTakenHasNotSucceeded() throws Exception {
        for (var answer : List.of(
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")) {
            try (var server = new Server(answer);
                    var client = server.client()) {
                assertThatThrownBy(() -> client.send(server.large(), (_, _) -> true))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    /** The deadline of the call is the only bound of a request that is not taken; what is left of it would begin the next. */
    @Test
    void requestThatIsNeitherTakenNorAnsweredEndsWithItsCall() throws Exception {
        try (var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var fetching = new Fetching()) {
            var url = "http://127.0.0.1:" + listener.getLocalPort();
            var large = new FetchRequest(
                    "POST", URI.create(url), List.of(), Optional.of(new byte[BEYOND_ALL_BUFFERS]), OnRedirect.FAIL);
            assertThat(fetching.send(List.of(allowed(url)), large, 200))
                    .isEqualTo("the call took too long and was cancelled");
            try (var first = listener.accept()) {
                assertThat(fetching.send(List.of(allowed(url)), Fetching.request("GET", url), 200))
                        .isEqualTo("the call took too long and was cancelled");
                listener.accept().close();
                assertThat(first.getInputStream().readAllBytes()).hasSizeLessThan(BEYOND_ALL_BUFFERS);
            }
        }
    }

    /** A write that fails has mostly lost its connection; where it has not, the silence is that before any response. */
    @Test
    void silenceAfterABrokenRequestEndsWithItsCall() throws Exception {
        try (var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var channel = SocketChannel.open(listener.getLocalSocketAddress());
                var fetching = new Fetching();
                var scope = fetching.scope(200);
                var caller = Executors.newVirtualThreadPerTaskExecutor()) {
            var connection = new HttpConnection(channel, channel.socket());
            channel.shutdownOutput();
            var request = Fetching.request("POST", "http://127.0.0.1:" + listener.getLocalPort());
            var failure = caller.submit(() -> scope.await(() -> failure(connection, request)));
            assertThat(failure.get()).isNotNull();
            assertThat(scope.ended()).contains(CallScope.End.DEADLINE);
            assertThat(channel.isOpen()).isFalse();
        }
    }

    private static IOException failure(HttpConnection connection, FetchRequest request) {
        try {
            throw new AssertionError(connection.send(request));
        } catch (IOException failed) {
            return failed;
        }
    }

    /** Reads heads only: what is left of a request ends its connection. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();
        private final String answer;

        Server(String answer) throws IOException {
            this.answer = answer;
            Thread.ofVirtual().start(this::serve);
        }

        private void serve() {
            while (!listener.isClosed()) {
                try (var socket = listener.accept()) {
                    connections.incrementAndGet();
                    var head = new StringBuilder();
                    for (var next = socket.getInputStream().read();
                            next >= 0;
                            next = head.indexOf("\r\n\r\n") < 0
                                    ? socket.getInputStream().read()
                                    : -1) {
                        head.append((char) next);
                    }
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException over) {
                    // As intended, or the test is over.
                }
            }
        }

        FetchRequest large() {
            return request(Optional.of(new byte[BEYOND_ALL_BUFFERS]));
        }

        FetchRequest small() {
            return request(Optional.empty());
        }

        private FetchRequest request(Optional<byte[]> body) {
            return new FetchRequest("POST", URI.create(url() + "/files"), List.of(), body, OnRedirect.FAIL);
        }

        UrlClient client() throws Exception {
            var trust = PemContext.of(true, Optional.empty(), Optional.empty(), Optional.empty());
            return new UrlClient(allowed(url()), new UrlClient.Limits(4, 30_000, 30_000), trust, NameService.SYSTEM);
        }

        private String url() {
            return "http://127.0.0.1:" + listener.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
