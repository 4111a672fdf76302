package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.resolve.WorkloadNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatalogWatchTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");
    private static final ObjectName INDEX = ObjectName.configMap("gateways", "shop-catalog");

    private final CatalogWatch watch = new CatalogWatch(ClusterClient.connect(Config.empty()), new ArrayList<>()::add);

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void whatIsThereIsKnownInItsNewestVersion() {
        watch.note(SHOP, INDEX, new ObservedVersion("7", false));
        watch.note(SHOP, INDEX, new ObservedVersion("8", false));
        assertThat(watch.of(SHOP)).containsOnly(Map.entry(INDEX, new ObservedVersion("8", false)));
    }

    @Test
    void objectsThatGoAfterTheirServerLeaveNothing() {
        watch.note(SHOP, INDEX, new ObservedVersion("7", false));
        watch.forget(SHOP);
        watch.note(SHOP, INDEX, new ObservedVersion("9", true));
        assertThat(watch.of(SHOP)).isEmpty();
    }

    @Test
    void whatWasDeletedBeforeItWasFollowedIsGone() throws InterruptedException {
        var touched = new LinkedBlockingQueue<ServerKey>();
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var follower = new CatalogWatch(client, touched::add)) {
            var deleted = create(client, "shop-catalog-00");
            client.configMaps().resource(deleted).delete();
            assertThat(follower.isGone(name(deleted), version(deleted))).isFalse();

            // No event does: there is no object that one could be about.
            follower.follow(SHOP, false);
            assertThat(touched.poll(1, TimeUnit.MINUTES)).isEqualTo(SHOP);
            assertThat(follower.isGone(name(deleted), version(deleted))).isTrue();
            // What was written a moment ago has not been read yet.
            assertThat(follower.isGone(INDEX, Long.toString(Long.MAX_VALUE))).isFalse();
            assertThat(follower.isGone(INDEX, "no number")).isFalse();

            var kept = create(client, "shop-catalog-01");
            assertThat(touched.poll(1, TimeUnit.MINUTES)).isEqualTo(SHOP);
            assertThat(follower.isGone(name(kept), version(kept))).isFalse();
        }
    }

    private static ConfigMap create(KubernetesClient client, String name) {
        return client.configMaps()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(SHOP.namespace())
                        .withName(name)
                        .addToLabels(WorkloadNames.SERVER_LABEL, SHOP.name())
                        .endMetadata()
                        .build())
                .create();
    }

    private static ObjectName name(ConfigMap object) {
        return ObjectName.configMap(SHOP.namespace(), object.getMetadata().getName());
    }

    private static String version(ConfigMap object) {
        return object.getMetadata().getResourceVersion();
    }
}
