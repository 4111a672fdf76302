package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogWatchTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");
    private static final ClusterEvent TOUCHED = new ClusterEvent.CatalogTouched(SHOP, false);
    private static final ObjectName INDEX = ObjectName.configMap("gateways", "shop-catalog");

    @ParameterizedTest
    @CsvSource({
        "7, 7, 9, false",
        // The watch has not read the last write yet, or an etcd was restored.
        "7, 6, 9, false",
        "7, 8, 9, true",
        "99, 100, 100, true",
        "7, a1, 9, true",
        "7, , 6, false",
        "7, , 7, true",
        "7, , 9, true",
        "7, , a1, false",
    })
    void theVersionWrittenLastIsComparedWithTheObservedOne(
            String written, String seen, String readTo, boolean changed) {
        assertThat(CatalogWatch.changedSince(written, Optional.ofNullable(seen), readTo))
                .isEqualTo(changed);
    }

    @Test
    void anObjectThatWasDeletedBeforeTheWatchBeganCountsAsChanged() throws InterruptedException {
        var touched = new LinkedBlockingQueue<ClusterEvent.CatalogTouched>();
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var follower = new CatalogWatch(client, touched::add)) {
            var deleted = create(client, "shop-catalog-00");
            client.configMaps().resource(deleted).delete();
            assertThat(follower.changedSince(name(deleted), version(deleted))).isFalse();

            // No event does: there is no object that one could be about.
            follower.follow(SHOP, false);
            assertThat(touched.poll(1, TimeUnit.MINUTES)).isEqualTo(TOUCHED);
            assertThat(follower.changedSince(name(deleted), version(deleted))).isTrue();
            // What was written a moment ago has not been read yet.
            assertThat(follower.changedSince(INDEX, Long.toString(Long.MAX_VALUE)))
                    .isFalse();
            assertThat(follower.changedSince(INDEX, "no number")).isFalse();

            var kept = create(client, "shop-catalog-01");
            assertThat(touched.poll(1, TimeUnit.MINUTES)).isEqualTo(TOUCHED);
            assertThat(follower.changedSince(name(kept), version(kept))).isFalse();
            client.configMaps().resource(kept).edit(it -> new ConfigMapBuilder(it)
                    .addToData("edited", "true")
                    .build());
            assertThat(touched.poll(1, TimeUnit.MINUTES)).isEqualTo(TOUCHED);
            assertThat(follower.changedSince(name(kept), version(kept))).isTrue();
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
