package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.compiler.resolve.ObjectName;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an API server's refusals are told from its failures. */
class ClusterStoreTest {
    private static final ObjectName VALUES = ObjectName.values(Shop.SERVER);

    private HttpServer server;
    private KubernetesClient client;
    private int status;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var answer = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d}"
                    .formatted(status)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({
        "403, dev.hyperterse.operator.publish.ForbiddenException",
        "500, dev.hyperterse.operator.publish.PublicationException"
    })
    void aMissingRightIsNoFailureThatPasses(int answered, Class<?> thrown) {
        status = answered;
        var store = new ClusterStore(
                client,
                new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build(),
                () -> {});

        assertThatThrownBy(() -> store.read(VALUES)).isExactlyInstanceOf(thrown).hasMessageContaining(VALUES.name());
        assertThatThrownBy(() -> store.write(VALUES, Map.of(), Optional.empty()))
                .isExactlyInstanceOf(thrown)
                .hasMessageContaining(VALUES.name());
    }
}
