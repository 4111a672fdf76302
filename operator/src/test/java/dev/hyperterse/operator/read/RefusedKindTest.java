package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.OWN_NAMESPACE;
import static dev.hyperterse.operator.read.FollowedCluster.PATIENCE;
import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static dev.hyperterse.operator.read.FollowedCluster.TEAM_A;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One kind that the operator may not read, while it may read the others. */
class RefusedKindTest {
    private static final int FORBIDDEN = 403;

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    @ParameterizedTest
    @ValueSource(strings = {"hyperterseservers", "tools", "prompts", "resources", "pods"})
    void nothingIsCompletelyReadBeforeItIsAllowed(String plural) throws InterruptedException {
        cluster.create(cluster.server(OWN_NAMESPACE));
        cluster.apiServer().refuse(plural, FORBIDDEN);
        cluster.view().start();
        cluster.apiServer().awaitRefusals(plural, 3);
        assertThat(cluster.view().awaitRead(Duration.ZERO)).isFalse();
        assertThat(cluster.view().ended()).isEmpty();
        cluster.apiServer().allow(plural);
        assertThat(cluster.view().awaitRead(PATIENCE)).isTrue();
        assertThat(cluster.view().servers()).containsExactly(SHOP);
        assertThat(cluster.view().ended()).isEmpty();
    }

    @Test
    void aServerThatSelectsNamespacesWaitsUntilTheyMayBeRead() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"), cluster.server(TEAM_A));
        cluster.follow();
        cluster.apiServer().refuse("namespaces", FORBIDDEN);
        assertThat(cluster.namespacesAreRead()).isFalse();
        cluster.apiServer().awaitRefusals("namespaces", 3);
        assertThat(cluster.namespacesAreRead()).isFalse();
        cluster.apiServer().allow("namespaces");
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
        cluster.awaitNamespaces();
    }
}
