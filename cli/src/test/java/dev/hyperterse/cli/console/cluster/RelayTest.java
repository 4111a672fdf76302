package dev.hyperterse.cli.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.ForwardedServer;
import dev.hyperterse.cli.status.FakeCluster;
import dev.hyperterse.cli.status.SoundCluster;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.media.ReadableEntityBase;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a browser gets of a replica that ends. */
@Timeout(60)
class RelayTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream answered = new ByteArrayOutputStream();

    /** It was refused, which set a header of a response that had begun. */
    @Test
    void aStreamThatEndsWithItsReplicaBreaks() throws IOException {
        assertThatThrownBy(() -> pass(Ending.BEGUN)).isInstanceOf(CloseConnectionException.class);
        assertThat(answered.toString(StandardCharsets.US_ASCII)).isEqualTo(Ending.EVENT);
    }

    /** Browsers send a request once more, also one that writes, where a connection closes before its response begins. */
    @Test
    void aReplicaThatEndsBeforeTheFirstEventIsSaid() throws IOException {
        pass(Ending.HEAD);
        assertThat(answered.toString(StandardCharsets.US_ASCII)).contains("the replica has gone");
    }

    private void pass(String answer) throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL), () -> new Ending(answer));
                var connected = Cluster.connect(Optional.of(cluster.kubeconfig(folder)), Optional.empty());
                var server = new ForwardedServer(connected, "shop", "shop");
                var relay = new Relay(server)) {
            relay.pass(request(), response());
        }
    }

    private static ServerRequest request() {
        return fake(ServerRequest.class, (_, method, _) -> switch (method.getName()) {
            case "headers" -> ServerRequestHeaders.create();
            case "content" -> ReadableEntityBase.empty();
            case "prologue" -> HttpPrologue.create("HTTP/1.1", "HTTP", "1.1", Method.GET, "/mcp", false);
            default -> throw new AssertionError(method.getName());
        });
    }

    /** As that of Helidon, which takes no header once it has given its stream. */
    private ServerResponse response() {
        var headers = ServerResponseHeaders.create();
        var begun = new AtomicBoolean();
        return fake(ServerResponse.class, (response, method, arguments) -> switch (method.getName()) {
            case "headers" -> headers;
            case "outputStream" -> {
                begun.set(true);
                yield answered;
            }
            case "status" -> response;
            case "header" -> {
                if (begun.get()) {
                    throw new IllegalStateException("the response has begun");
                }
                yield response;
            }
            case "send" -> {
                answered.writeBytes((byte[]) arguments[0]);
                yield null;
            }
            default -> throw new IllegalStateException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler results) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, results));
    }

    /** A replica that ends in the middle of an answer. */
    private static final class Ending extends WebSocketListener {
        private static final String EVENT = ": one\n";
        private static final String HEAD =
                "\0HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + "Transfer-Encoding: chunked\r\n\r\n";
        private static final String BEGUN = HEAD + "6\r\n" + EVENT + "\r\n";

        private final String answer;

        Ending(String answer) {
            this.answer = answer;
        }

        @Override
        public void onOpen(WebSocket asking, Response response) {
            asking.send(new byte[] {0, 0, 0});
            asking.send(new byte[] {1, 0, 0});
        }

        @Override
        public void onMessage(WebSocket asking, byte[] request) {
            asking.send(answer.getBytes(StandardCharsets.US_ASCII));
            asking.close(1000, "");
        }
    }
}
