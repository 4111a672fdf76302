package dev.hyperterse.runtime.source.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.runtime.source.kubernetes.FakeApiServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ApiServerTest {
    private static final String PATH = "/api/v1/namespaces/gateways/configmaps/shop-catalog";

    @TempDir
    private Path folder;

    private FakeApiServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeApiServer();
        server.putConfigMap(PATH, Map.of());
        Files.writeString(folder.resolve("token"), "token");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void unfinishedAnswerTimesOut() {
        server.breakOff(true);
        try (var api = api(Duration.ofMillis(200))) {
            assertThatThrownBy(() -> api.read(PATH))
                    .isInstanceOf(ApiServerException.class)
                    .hasMessageContaining("does not end");
        }
    }

    @Test
    void unreachableApiServerIsReported() {
        server.close();
        try (var api = api(Duration.ofSeconds(30))) {
            assertThatThrownBy(() -> api.read(PATH))
                    .isInstanceOf(ApiServerException.class)
                    .hasMessageStartingWith("the API server does not answer: java.net.ConnectException");
        }
    }

    @Test
    void interruptedReadEndsAtOnce() throws InterruptedException {
        server.breakOff(true);
        try (var api = api(Duration.ofMinutes(10))) {
            var reader = Thread.ofVirtual()
                    .unstarted(() -> assertThatThrownBy(() -> api.read(PATH)).isInstanceOf(ApiServerException.class));
            reader.start();
            reader.interrupt();
            assertThat(reader.join(Duration.ofSeconds(60))).isTrue();
        }
    }

    private ApiServer api(Duration wholeAnswer) {
        return new ApiServer(
                new ClusterAccess(URI.create(server.address()), folder.resolve("token"), Optional.empty(), "gateways"),
                wholeAnswer);
    }
}
