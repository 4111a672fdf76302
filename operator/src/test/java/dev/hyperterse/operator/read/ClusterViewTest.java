package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final ServerKey SHOP = new ServerKey("shop", "shop");
    private static final ServerKey STORE = new ServerKey("shop", "store");
    private static final LeafKey ONE = tool("one");

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view = new ClusterView(client, Scope.everywhere());
    private final BlockingQueue<ClusterEvent> events = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        view.close();
        client.close();
        apiServer.close();
    }

    /** The mock answers a list that may come from a cache with an old one, which is empty. */
    @Test
    void whatExistsIsReadAlsoWhereACacheIsBehind() throws InterruptedException {
        create(server(""), tool("one", "shop"));
        follow();
        assertThat(view.servers()).containsExactly(SHOP);
        assertThat(view.leaves()).extracting(ObservedLeaf::key).containsExactly(ONE);
        assertThat(apiServer.lists()).isNotEmpty().noneMatch(it -> it.contains("resourceVersion=0"));
    }

    @Test
    void changesThatABrokenWatchMissedAreFoundByTheNextList() throws InterruptedException {
        create(tool("one", "shop"), tool("two", "shop"));
        follow();
        apiServer.silence("tools");
        client.resources(Tool.class).inNamespace("shop").withName("one").edit(it -> describe(it, "another"));
        client.resources(Tool.class).inNamespace("shop").withName("two").delete();
        create(tool("three", "shop"));
        apiServer.compact("tools");
        var seen = awaitAll(
                new ClusterEvent.LeafChanged(ONE, Set.of(SHOP)),
                new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP)),
                new ClusterEvent.LeafChanged(tool("three"), Set.of(SHOP)));
        assertThat(seen).hasSize(3);
        assertThat(view.leaves()).extracting(ObservedLeaf::key).containsExactlyInAnyOrder(ONE, tool("three"));
        assertThat(apiServer.lists()).noneMatch(it -> it.contains("resourceVersion=0"));
    }

    @Test
    void aStatusWriteIsNoChangeOfALeaf() throws InterruptedException {
        create(tool("one", "shop"));
        follow();
        client.resources(Tool.class).inNamespace("shop").withName("one").editStatus(it -> {
            it.setStatus(new LeafStatus(Optional.of(1L), Optional.of("0/1"), List.of(), List.of()));
            return it;
        });
        create(tool("two", "shop"));
        assertThat(awaitAll(new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP))))
                .containsExactly(
                        new ClusterEvent.LeafStatusWritten(ONE),
                        new ClusterEvent.LeafChanged(tool("two"), Set.of(SHOP)));
    }

    @Test
    void aToolThatMovesConcernsTheServerThatItLeaves() throws InterruptedException {
        create(tool("one", "shop"));
        follow();
        client.resources(Tool.class).inNamespace("shop").withName("one").edit(it -> {
            it.setSpec(tool("one", "store").getSpec());
            return it;
        });
        awaitAll(new ClusterEvent.LeafChanged(ONE, Set.of(SHOP, STORE)));
    }

    /** Its pods count while it exists, and those of the server before it never do. */
    @Test
    void aServerThatIsCreatedAgainIsAnother() throws InterruptedException {
        create(server(""));
        follow();
        apiServer.silence("hyperterseservers");
        client.resources(HyperterseServer.class)
                .inNamespace("shop")
                .withName("shop")
                .delete();
        create(server(""));
        apiServer.compact("hyperterseservers");
        awaitAll(new ClusterEvent.PodsChanged(SHOP), new ClusterEvent.ServerAffected(SHOP));
    }

    @Test
    void aKindThatMayNotBeReadIsReadWhenItIsAllowed() throws InterruptedException {
        apiServer.refuse("prompts", 403);
        view.start();
        apiServer.awaitRefusals("prompts", 3);
        assertThat(view.awaitRead(Duration.ZERO)).isFalse();
        apiServer.allow("prompts");
        assertThat(view.awaitRead(PATIENCE)).isTrue();
        assertThat(view.ended()).isEmpty();
    }

    @Test
    void labelsOfANamespaceConcernServersThatSelectByThem() throws InterruptedException {
        client.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("team")
                        .endMetadata()
                        .build())
                .create();
        create(server("{from: Selector, selector: {matchLabels: {team: a}}}"));
        follow();
        // The first question starts the watch, and fails until everything is read.
        while (!asked()) {
            events.poll(10, TimeUnit.MILLISECONDS);
        }
        events.clear();
        client.namespaces().withName("team").edit(it -> {
            it.getMetadata().setLabels(Map.of("team", "a"));
            return it;
        });
        awaitAll(new ClusterEvent.ServerAffected(SHOP));
    }

    @Test
    void aSecretIsForgottenWhenItChanges() throws InterruptedException {
        secret("first");
        follow();
        assertThat(read()).contains("first");
        client.secrets().inNamespace("shop").withName("database").edit(it -> {
            it.setData(Map.of("password", base64("second")));
            return it;
        });
        awaitSecret("second");
    }

    @Test
    void aSecretThatMayNotBeReadIsReadWhenItIsAllowed() throws InterruptedException {
        secret("first");
        follow();
        apiServer.refuse("secrets", 403);
        assertThat(read()).isEmpty();
        assertThat(view.documents().forbidsSecret("shop", "database")).isTrue();
        apiServer.allow("secrets");
        awaitSecret("first");
    }

    /** The server that reads it is being compiled already. */
    @Test
    void theFirstReadOfASecretAffectsNoServer() throws InterruptedException {
        secret("first");
        follow();
        assertThat(read()).contains("first");
        create(tool("one", "shop"));
        var created = new ClusterEvent.LeafChanged(ONE, Set.of(SHOP));
        assertThat(awaitAll(created)).containsExactly(created);
    }

    /** Reads it again after each event, as a server that is compiled again. */
    private void awaitSecret(String password) throws InterruptedException {
        while (!read().equals(Optional.of(password))) {
            awaitAll(new ClusterEvent.ServerAffected(SHOP));
        }
    }

    private Optional<String> read() {
        var name = ObjectName.secret("shop", "database");
        var documents = view.documents();
        documents.secret("shop", "database");
        view.fetch(SHOP, documents.missing());
        view.uses(SHOP, Set.of(name));
        return view.documents().secret("shop", "database").flatMap(it -> it.find("password"));
    }

    private boolean asked() {
        try {
            view.inputs(view.server(SHOP).orElseThrow());
            return true;
        } catch (NotReadYet reading) {
            return false;
        }
    }

    private void follow() throws InterruptedException {
        view.listen(events::add);
        view.start();
        assertThat(view.awaitRead(PATIENCE)).isTrue();
        events.clear();
    }

    /** All events up to the last of the expected ones. */
    private List<ClusterEvent> awaitAll(ClusterEvent... expected) throws InterruptedException {
        var seen = new ArrayList<ClusterEvent>();
        while (!seen.containsAll(List.of(expected))) {
            var next = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).as("after " + seen).isNotNull();
            seen.add(next);
        }
        return seen;
    }

    private void create(HyperterseServer server, Tool... tools) {
        client.resource(server).create();
        create(tools);
    }

    private void create(Tool... tools) {
        for (var tool : tools) {
            client.resource(tool).create();
        }
    }

    private void secret(String password) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("database")
                        .endMetadata()
                        .addToData("password", base64(password))
                        .build())
                .create();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static LeafKey tool(String name) {
        return new LeafKey(LeafKind.Tool, "shop", name);
    }

    private HyperterseServer server(String grant) {
        var namespaces = grant.isEmpty() ? "{from: Same}" : grant;
        return client.getKubernetesSerialization().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop}
                spec:
                  adapters: [{name: demo, namespaces: %s, sqlite: {url: ":memory:"}}]
                """.formatted(namespaces), HyperterseServer.class);
    }

    private Tool tool(String name, String server) {
        return client.getKubernetesSerialization().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: shop, name: %s}
                spec:
                  serverRefs: [{name: %s}]
                  description: A number
                  statement: {adapter: demo, text: {inline: SELECT 1}}
                """.formatted(name, server), Tool.class);
    }

    private Tool describe(Tool tool, String description) {
        return client.getKubernetesSerialization()
                .unmarshal(
                        client.getKubernetesSerialization().asJson(tool).replace("A number", description), Tool.class);
    }
}
