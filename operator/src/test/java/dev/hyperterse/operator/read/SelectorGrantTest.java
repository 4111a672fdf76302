package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static dev.hyperterse.operator.read.FollowedCluster.TEAM_A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.GrantSample;
import dev.hyperterse.compiler.Memo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that grants by the labels of namespaces, and a tool in another namespace. */
class SelectorGrantTest {
    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    private final CatalogCompiler compiler = new CatalogCompiler();

    @Test
    void aToolIsServedWhileItsNamespaceHasTheLabels() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"), cluster.server(TEAM_A), cluster.tool("team", "report"));
        cluster.follow();
        cluster.awaitNamespaces();
        assertThat(served()).isEmpty();

        relabel(Map.of("team", "a", "stage", "test"));
        assertThat(served()).containsExactly("report");
        relabel(Map.of("team", "b"));
        assertThat(served()).isEmpty();
        relabel(Map.of("team", "a"));
        assertThat(served()).containsExactly("report");
        relabel(Map.of());
        assertThat(served()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachGrantByLabelsFollowsThem(GrantSample sample) throws InterruptedException {
        var manifests = sample.granting(TEAM_A);
        cluster.create(FollowedCluster.namespace("team"), manifests.inputs().server());
        manifests.tools().forEach(cluster::create);
        cluster.follow();
        cluster.awaitNamespaces();
        assertThat(reachesTheTeam(sample)).isFalse();

        relabel(Map.of("team", "a"));
        assertThat(reachesTheTeam(sample)).isTrue();
        relabel(Map.of("team", "b"));
        assertThat(reachesTheTeam(sample)).isFalse();
    }

    @Test
    void aToolOfANamespaceThatIsDeletedIsServedNoMore() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"), cluster.server(TEAM_A), cluster.tool("team", "report"));
        cluster.label("team", Map.of("team", "a"));
        cluster.follow();
        cluster.awaitNamespaces();
        assertThat(served()).containsExactly("report");
        cluster.forgetEvents();
        cluster.client().namespaces().withName("team").delete();
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
        assertThat(served()).isEmpty();
    }

    private void relabel(Map<String, String> labels) throws InterruptedException {
        cluster.forgetEvents();
        cluster.label("team", labels);
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
    }

    private boolean reachesTheTeam(GrantSample sample) {
        var server = cluster.view().server(SHOP).orElseThrow();
        return sample.reaches("team", GrantSample.compile(cluster.view().inputs(server)));
    }

    private List<String> served() {
        var inputs = cluster.view().inputs(cluster.view().server(SHOP).orElseThrow());
        return compiler.compile(inputs, Memo.empty()).served().stream()
                .map(it -> it.leaf().identity().name())
                .toList();
    }
}
