package dev.hyperterse.operator.read.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.operator.read.FollowedCluster;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.read.kind.NotReadYet;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NamespacePollTest {
    private final FollowedCluster cluster = new FollowedCluster();
    private final Semaphore changes = new Semaphore(0);
    private final NamespaceLabels labels =
            new NamespacePoll(List.of("team", "gone"), cluster.client(), Duration.ofMillis(5), changes::release);

    @AfterEach
    void close() {
        labels.close();
        cluster.close();
    }

    @Test
    void labelsAppearAndDisappear() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        awaitRead();
        assertThat(labelsOfTeam()).hasValue(Map.of());
        cluster.label("team", Map.of("team", "a"));
        awaitChange();
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        cluster.label("team", Map.of());
        awaitChange();
        assertThat(labelsOfTeam()).hasValue(Map.of());
    }

    @Test
    void labelsThatCannotBeReadStayAsTheyWere() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        cluster.label("team", Map.of("team", "a"));
        awaitRead();
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        cluster.apiServer().refuse("team", 503);
        cluster.apiServer().awaitRefusals("team", 3);
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        assertThat(changes.availablePermits()).isZero();
    }

    /** A selector that is evaluated without them would take tools away. */
    @Test
    void theFirstLabelsHaveToBeRead() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        cluster.apiServer().refuse("team", 503);
        assertThatThrownBy(labels::all).isInstanceOf(NotReadYet.class);
        cluster.apiServer().awaitRefusals("team", 2);
        assertThatThrownBy(labels::all).isInstanceOf(NotReadYet.class);
        cluster.apiServer().allow("team");
        awaitChange();
        assertThat(labelsOfTeam()).hasValue(Map.of());
    }

    /** All servers with selectors would wait for it in line. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void aSlowApiServerHoldsUpNoReconciliation() throws IOException {
        var hangs = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hangs.createContext("/", _ -> {});
        hangs.start();
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + hangs.getAddress().getPort())
                .withRequestTimeout((int) Duration.ofHours(1).toMillis())
                .build();
        try (var client = ClusterClient.connect(config);
                var poll = new NamespacePoll(List.of("team"), client, Duration.ofMillis(5), () -> {})) {
            assertThatThrownBy(poll::all).isInstanceOf(NotReadYet.class);
        } finally {
            hangs.stop(0);
        }
    }

    @Test
    void aListenerThatFailsDoesNotEndThePoll() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        Runnable failing = () -> {
            changes.release();
            throw new IllegalStateException("as the test wants it");
        };
        try (var poll = new NamespacePoll(List.of("team"), cluster.client(), Duration.ofMillis(5), failing)) {
            assertThatThrownBy(poll::all).isInstanceOf(NotReadYet.class);
            awaitChange();
            for (var label : List.of("a", "b")) {
                cluster.label("team", Map.of("team", label));
                awaitChange();
            }
        }
    }

    private Optional<Map<String, String>> labelsOfTeam() {
        return labels.all().labels("team");
    }

    /** The first question begins to read them; when they have been read, that is a change. */
    private void awaitRead() throws InterruptedException {
        assertThatThrownBy(labels::all).isInstanceOf(NotReadYet.class);
        awaitChange();
    }

    private void awaitChange() throws InterruptedException {
        assertThat(changes.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }
}
