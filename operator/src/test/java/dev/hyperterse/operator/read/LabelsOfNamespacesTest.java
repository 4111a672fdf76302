package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.OWN_NAMESPACE;
import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LabelsOfNamespacesTest {
    private static final ServerKey STORE = new ServerKey("store", "shop");
    private static final int EDITS = 20;

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster(Platform.of(
            "- {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, overrides: {exposure: Direct}}"));

    @Test
    void labelThatSelectsAFragmentConcernsTheServersOfItsNamespaceOnly() throws InterruptedException {
        var other = cluster.server(OWN_NAMESPACE);
        other.getMetadata().setNamespace("store");
        cluster.create(namespace("shop"), namespace("store"), cluster.server(OWN_NAMESPACE), other);
        cluster.follow();

        var seen = new ArrayList<ClusterEvent>();
        for (var edit = 0; edit < EDITS; edit++) {
            cluster.label("shop", Map.of("tier", "gold", "edit", String.valueOf(edit)));
            seen.addAll(cluster.await(new ClusterEvent.ServerAffected(SHOP)));
        }

        // The first lists concern each server, once for itself and once for its namespace, and may be late.
        assertThat(seen)
                .filteredOn(new ClusterEvent.ServerAffected(STORE)::equals)
                .hasSizeLessThanOrEqualTo(2);
    }

    private static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }
}
