package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.document.AskedDocuments;
import dev.hyperterse.operator.read.kind.NotReadYet;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A cluster in memory, a view of it, and the events that the view tells. */
public final class FollowedCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final ServerKey SHOP = new ServerKey("shop", "shop");
    static final String OWN_NAMESPACE = "{from: Same}";
    static final String TEAM_A = "{from: Selector, selector: {matchLabels: {team: a}}}";

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view;
    private final BlockingQueue<ClusterEvent> events = new LinkedBlockingQueue<>();

    public FollowedCluster() {
        this(Optional.empty());
    }

    FollowedCluster(Optional<Platform> platform) {
        view = new ClusterView(client, Scope.everywhere(), platform);
    }

    public MockApiServer apiServer() {
        return apiServer;
    }

    public KubernetesClient client() {
        return client;
    }

    ClusterView view() {
        return view;
    }

    /** Reads what exists; events are those of what comes after it. */
    void follow() throws InterruptedException {
        view.listen(events::add);
        view.start();
        assertThat(view.awaitRead(PATIENCE)).isTrue();
        // The SDK passes servers on in a thread of its own, which may be behind the list.
        await(view.servers().stream().map(ClusterEvent.ServerAffected::new).toArray(ClusterEvent[]::new));
        events.clear();
    }

    void forgetEvents() {
        events.clear();
    }

    /** All events up to the last of the expected ones. */
    List<ClusterEvent> await(ClusterEvent... expected) throws InterruptedException {
        var seen = new ArrayList<ClusterEvent>();
        while (!seen.containsAll(List.of(expected))) {
            var next = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).as("after " + seen).isNotNull();
            seen.add(next);
        }
        return seen;
    }

    public void create(HasMetadata... objects) {
        for (var object : objects) {
            client.resource(object).create();
        }
    }

    public void label(String namespace, Map<String, String> labels) {
        client.namespaces().withName(namespace).edit(it -> {
            it.getMetadata().setLabels(labels);
            return it;
        });
    }

    /** As a server that is compiled, which refers to it. */
    void read(ObjectName name) {
        read(SHOP, name);
    }

    void read(ServerKey server, ObjectName name) {
        while (!isFetched(server, name)) {
            LockSupport.parkNanos(10_000_000);
        }
        view.documents().used(server, asking(name));
    }

    /** False where its watch is not open in time, or showed it while it was read; a compile is repeated then. */
    private boolean isFetched(ServerKey server, ObjectName name) {
        try {
            view.documents().fetch(server, asking(name).missing());
            return asking(name).missing().isEmpty();
        } catch (NotReadYet opening) {
            return false;
        }
    }

    /** As at the beginning of a compile that finds a reference to it. */
    AskedDocuments asking(ObjectName name) {
        var documents = view.documents().known();
        switch (name.type()) {
            case CONFIG_MAP -> documents.configMap(name.namespace(), name.name());
            case SECRET -> documents.secret(name.namespace(), name.name());
        }
        return documents;
    }

    /** The first question starts the watch of namespaces, and fails until all are read. */
    boolean namespacesAreRead() {
        try {
            view.inputs(view.server(SHOP).orElseThrow());
            return true;
        } catch (NotReadYet reading) {
            return false;
        }
    }

    void awaitNamespaces() throws InterruptedException {
        while (!namespacesAreRead()) {
            events.poll(10, TimeUnit.MILLISECONDS);
        }
    }

    /** @param grant which namespaces may attach to it and use its adapter */
    HyperterseServer server(String grant) {
        return parse("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop}
                spec:
                  attachments: {namespaces: %1$s}
                  adapters: [{name: demo, namespaces: %1$s, engine: Sqlite, url: ":memory:"}]
                """.formatted(grant), HyperterseServer.class);
    }

    /** Of the server. */
    Tool tool(String namespace, String name) {
        return parse("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: %s, name: %s}
                spec:
                  serverRefs: [{namespace: shop, name: shop}]
                  description: A number
                  statement: {adapter: demo, text: {inline: SELECT 1}}
                """.formatted(namespace, name), Tool.class);
    }

    Prompt prompt() {
        return parse("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {namespace: shop, name: one}
                spec: {serverRefs: [{name: shop}]}
                """, Prompt.class);
    }

    McpResource resource() {
        return parse("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {namespace: shop, name: one}
                spec: {serverRefs: [{name: shop}]}
                """, McpResource.class);
    }

    static HasMetadata pod() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("shop-0")
                .addToLabels(WorkloadNames.SERVER_LABEL, "shop")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }

    public static HasMetadata namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    static HasMetadata secret(String password) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("database")
                .endMetadata()
                .addToData("password", base64(password))
                .build();
    }

    public static HasMetadata configMap(String text) {
        return configMap("texts", text);
    }

    public static HasMetadata configMap(String name, String text) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName(name)
                .endMetadata()
                .addToData("text", text)
                .build();
    }

    static LeafKey leaf(LeafKind kind, String name) {
        return new LeafKey(kind, "shop", name);
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private <T> T parse(String yaml, Class<T> type) {
        return client.getKubernetesSerialization().unmarshal(yaml, type);
    }

    @Override
    public void close() {
        view.close();
        client.close();
        apiServer.close();
    }
}
