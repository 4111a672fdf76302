package dev.hyperterse.operator.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of the API server, and what becomes of its refusals and its silence. */
@Timeout(60)
class ClusterStatusesTest {
    private static final LeafKey LEAF = new LeafKey(LeafKind.Tool, "shop", "one");
    private static final ObjectVersion VERSION = new ObjectVersion("uid-1", "41");
    private static final String ANSWER =
            "{\"kind\": \"PartialObjectMetadata\", \"items\": [{\"resourceVersion\": \"1\"}], \"metadata\":"
                    + " {\"annotations\": {\"resourceVersion\": \"2\"}, \"resourceVersion\": \"42\"}}";
    private static final LeafStatus STATUS = new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(), List.of());

    private HttpServer server;
    private KubernetesClient client;
    private StatusStore statuses;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort();
        client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withRequestRetryBackoffLimit(0)
                .build());
        statuses = new ClusterStatuses(client);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void aStatusIsOnePatchThatIsAnsweredInShort() {
        var asked = new CompletableFuture<String>();
        server.createContext("/", exchange -> {
            asked.complete("%s %s%n%s%n%s%n%s"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI(),
                            exchange.getRequestHeaders().getFirst("Content-Type"),
                            exchange.getRequestHeaders().get("Accept"),
                            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            answer(exchange, 200, ANSWER);
        });
        var written = statuses.write(LEAF, VERSION, STATUS);
        assertThat(written).isEqualTo(new ObjectVersion("uid-1", "42"));
        assertThat(asked.join().lines())
                .startsWith(
                        "PATCH /apis/hyperterse.dev/v1alpha1/namespaces/shop/tools/one/status"
                                + "?fieldManager=hyperterse-operator",
                        "application/json-patch+json",
                        "[application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1]")
                .last()
                .asString()
                .contains(
                        "\"uid-1\"",
                        "\"/metadata/resourceVersion\"",
                        "\"41\"",
                        "{\"observedGeneration\":1,\"serving\":\"1/1\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "409; {\"message\": \"was changed\"}",
                "404; {\"message\": \"not found\"}",
                "422; {\"reason\": \"Invalid\", \"details\": {}}"
            })
    void writeOverAVersionThatWasReplacedIsOutdated(int code, String body) {
        server.createContext("/", exchange -> answer(exchange, code, body));
        assertThatThrownBy(() -> statuses.write(LEAF, VERSION, STATUS))
                .isInstanceOf(OutdatedException.class)
                .hasMessageEndingWith("tools/one/status is not in version 41 any more")
                .satisfies(outdated -> assertThat(outdated.getStackTrace()).isEmpty());
    }

    /** A status that its schema does not allow would be refused again and again. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "422; {\"details\": {\"causes\": [{\"field\": \"status.serving\"}]}}",
                "422; not JSON",
                "403; {\"message\": \"forbidden\"}"
            })
    void aRefusalIsThrownInFull(int code, String body) {
        server.createContext("/", exchange -> answer(exchange, code, body));
        assertThatThrownBy(() -> statuses.write(LEAF, VERSION, STATUS))
                .isInstanceOfSatisfying(KubernetesClientException.class, refused -> assertThat(refused.getCode())
                        .isEqualTo(code))
                .hasMessageContaining("tools/one")
                .hasMessageContaining(body);
    }

    @Test
    void aWriteThatIsCutOffEndsAtOnce() throws Exception {
        var asked = new CountDownLatch(1);
        server.createContext("/", _ -> asked.countDown());
        var ended = new CompletableFuture<Throwable>();
        var writing = Thread.ofVirtual().start(() -> {
            try {
                statuses.write(LEAF, VERSION, STATUS);
                ended.complete(new AssertionError("was answered"));
            } catch (RuntimeException cutOff) {
                ended.complete(cutOff);
            }
        });
        asked.await();
        writing.interrupt();
        assertThat(ended.join())
                .isInstanceOf(KubernetesClientException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void anAnswerThatBreaksOffIsNotWaitedForForever() {
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, 100));
        var impatient = new ClusterStatuses(client, Duration.ofMillis(200));
        assertThatThrownBy(() -> impatient.write(LEAF, VERSION, STATUS))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("tools/one")
                .hasMessageContaining("not answered to the end");
    }

    private static void answer(HttpExchange exchange, int code, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
