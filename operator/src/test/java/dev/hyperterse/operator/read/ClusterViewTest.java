package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.OWN_NAMESPACE;
import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final ServerKey STORE = new ServerKey("shop", "store");
    private static final LeafKey ONE = tool("one");

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    private final MockApiServer apiServer = cluster.apiServer();
    private final KubernetesClient client = cluster.client();
    private final ClusterView view = cluster.view();

    /** The mock answers a list that may come from a cache with an old one, which is empty. */
    @Test
    void existingObjectsAreReadThoughACacheIsBehind() throws InterruptedException {
        cluster.create(cluster.server(OWN_NAMESPACE), cluster.tool("shop", "one"));
        cluster.follow();
        assertThat(view.servers()).containsExactly(SHOP);
        assertThat(view.leaves()).extracting(ObservedLeaf::key).containsExactly(ONE);
        assertThat(apiServer.lists()).isNotEmpty().noneMatch(it -> it.contains("resourceVersion=0"));
    }

    @Test
    void changesThatABrokenWatchMissedAreFoundByTheNextList() throws InterruptedException {
        cluster.create(cluster.tool("shop", "one"), cluster.tool("shop", "two"));
        cluster.follow();
        apiServer.silence("tools");
        edit("one", "A number", "another");
        client.resources(Tool.class).inNamespace("shop").withName("two").delete();
        cluster.create(cluster.tool("shop", "three"));
        apiServer.compact("tools");
        var seen = cluster.await(
                new ClusterEvent.LeafChanged(ONE, Set.of(SHOP)),
                new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP)),
                new ClusterEvent.LeafChanged(tool("three"), Set.of(SHOP)));
        assertThat(seen).hasSize(3);
        assertThat(view.leaves()).extracting(ObservedLeaf::key).containsExactlyInAnyOrder(ONE, tool("three"));
        assertThat(apiServer.lists()).noneMatch(it -> it.contains("resourceVersion=0"));
    }

    @Test
    void aStatusWriteIsNoChangeOfALeaf() throws InterruptedException {
        cluster.create(cluster.tool("shop", "one"));
        cluster.follow();
        client.resources(Tool.class).inNamespace("shop").withName("one").editStatus(it -> {
            it.setStatus(new LeafStatus(Optional.of(1L), Optional.of("0/1"), List.of(), List.of()));
            return it;
        });
        cluster.create(cluster.tool("shop", "two"));
        assertThat(cluster.await(new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP))))
                .containsExactly(
                        new ClusterEvent.LeafStatusWritten(ONE),
                        new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP)));
    }

    @Test
    void aToolThatMovesConcernsTheServerThatItLeaves() throws InterruptedException {
        cluster.create(cluster.tool("shop", "one"));
        cluster.follow();
        edit("one", "\"name\":\"shop\"", "\"name\":\"store\"");
        cluster.await(new ClusterEvent.LeafChanged(ONE, Set.of(SHOP, STORE)));
    }

    /** Its pods count while it exists, and those of the server before it never do. */
    @Test
    void aServerThatIsCreatedAgainIsAnother() throws InterruptedException {
        cluster.create(cluster.server(OWN_NAMESPACE));
        cluster.follow();
        apiServer.silence("hyperterseservers");
        client.resources(HyperterseServer.class)
                .inNamespace("shop")
                .withName("shop")
                .delete();
        cluster.create(cluster.server(OWN_NAMESPACE));
        apiServer.compact("hyperterseservers");
        cluster.await(new ClusterEvent.PodsChanged(SHOP), new ClusterEvent.ServerAffected(SHOP));
    }

    @Test
    void aSecretIsForgottenWhenItChanges() throws InterruptedException {
        cluster.create(FollowedCluster.secret("first"));
        cluster.follow();
        assertThat(read()).contains("first");
        client.secrets().inNamespace("shop").withName("database").edit(it -> {
            it.setData(Map.of("password", FollowedCluster.base64("second")));
            return it;
        });
        awaitSecret("second");
    }

    @Test
    void aSecretThatMayNotBeReadIsReadWhenItIsAllowed() throws InterruptedException {
        cluster.create(FollowedCluster.secret("first"));
        cluster.follow();
        apiServer.refuse("secrets", 403);
        assertThat(read()).isEmpty();
        assertThat(view.documents().known().forbids(ObjectName.secret("shop", "database")))
                .isTrue();
        apiServer.allow("secrets");
        awaitSecret("first");
    }

    /** The server that reads it is being compiled already. */
    @Test
    void theFirstReadOfASecretAffectsNoServer() throws InterruptedException {
        cluster.create(FollowedCluster.secret("first"));
        cluster.follow();
        assertThat(read()).contains("first");
        cluster.create(cluster.tool("shop", "one"));
        var created = new ClusterEvent.LeafChanged(ONE, Set.of(SHOP));
        assertThat(cluster.await(created)).containsExactly(created);
    }

    /** Reads it again after each event, as a server that is compiled again. */
    private void awaitSecret(String password) throws InterruptedException {
        while (!read().equals(Optional.of(password))) {
            cluster.await(new ClusterEvent.ServerAffected(SHOP));
        }
    }

    /** As a compile does: a Secret that changed while it was read is missing, and read again. */
    private Optional<String> read() {
        while (true) {
            cluster.read(ObjectName.secret("shop", "database"));
            var documents = view.documents().known();
            var secret = documents.secret("shop", "database");
            if (documents.missing().isEmpty()) {
                return secret.flatMap(it -> it.find("password"));
            }
        }
    }

    private static LeafKey tool(String name) {
        return FollowedCluster.leaf(LeafKind.Tool, name);
    }

    private void edit(String tool, String text, String replacement) {
        var serialization = client.getKubernetesSerialization();
        client.resources(Tool.class)
                .inNamespace("shop")
                .withName(tool)
                .edit(it -> serialization.unmarshal(serialization.asJson(it).replace(text, replacement), Tool.class));
    }
}
