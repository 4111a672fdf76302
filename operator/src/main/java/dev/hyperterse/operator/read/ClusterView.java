package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerInputs;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the API server holds of servers, leaves, what they refer to, and pods. */
public final class ClusterView implements KnownObjects, AutoCloseable {
    private final KubernetesClient client;
    private final ServerWatch servers;
    private final LeafWatch<Tool> tools;
    private final LeafWatch<Prompt> prompts;
    private final LeafWatch<McpResource> resources;
    private final PodWatch pods;
    private final NamespaceLabels namespaces;
    private final DocumentWatch documents;
    private final CatalogWatch catalogs;

    /** A process on standby follows changes for itself. */
    private volatile Consumer<ClusterEvent> listener = _ -> {};

    private CompletableFuture<Void> started = new CompletableFuture<>();

    public ClusterView(KubernetesClient client, Scope scope) {
        Consumer<ClusterEvent> events = event -> listener.accept(event);
        this.client = client;
        this.servers = new ServerWatch(client, scope, events);
        this.tools = new LeafWatch<>(client, scope, Tool.class, ObservedLeaf::of, events);
        this.prompts = new LeafWatch<>(client, scope, Prompt.class, ObservedLeaf::of, events);
        this.resources = new LeafWatch<>(client, scope, McpResource.class, ObservedLeaf::of, events);
        this.pods = new PodWatch(client, scope, events);
        this.catalogs = new CatalogWatch(client, server -> events.accept(new ClusterEvent.CatalogTouched(server)));
        Consumer<ServerKey> affected = server -> events.accept(new ClusterEvent.ServerAffected(server));
        this.documents = new DocumentWatch(client, affected);
        this.namespaces =
                NamespaceLabels.in(scope, client, () -> serversThatSelect().forEach(affected));
    }

    /** Begins to follow everything, for as long as the process lives. */
    public synchronized void start() {
        started = CompletableFuture.allOf(
                Stream.of(servers.start(), tools.start(), prompts.start(), resources.start(), pods.start())
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture[]::new));
    }

    /**
     * Whether everything that exists has been read by then. What is known before that is a part, and a catalog compiled
     * from a part would take tools away.
     */
    public boolean awaitRead(Duration limit) throws InterruptedException {
        try {
            started().get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException slow) {
            return false;
        } catch (ExecutionException failed) {
            throw new NotReadYet("the cluster cannot be followed", failed);
        }
    }

    private synchronized CompletableFuture<Void> started() {
        return started;
    }

    /** Kinds whose watch has come to an end that nothing but a new process repairs; one that reconnects has not. */
    public List<String> ended() {
        if (!started().isDone()) {
            return List.of();
        }
        return informers().entrySet().stream()
                .filter(entry -> !entry.getValue().running())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** By kind, how many watches are open at this moment. */
    public Map<String, Integer> openWatches() {
        var open = new LinkedHashMap<String, Integer>();
        informers().forEach((kind, informers) -> open.put(kind, informers.watching() ? 1 : 0));
        open.put("Document", documents.watches());
        return open;
    }

    private Map<String, ScopedInformers<?>> informers() {
        return Map.of(
                "HyperterseServer", servers.informers(),
                "Tool", tools.informers(),
                "Prompt", prompts.informers(),
                "Resource", resources.informers(),
                "Pod", pods.informers());
    }

    /** From now on that listener gets every change; what exists already can be asked for. */
    public void listen(Consumer<ClusterEvent> next) {
        listener = next;
    }

    @Override
    public Optional<HyperterseServer> server(ServerKey key) {
        return servers.find(key);
    }

    public List<ServerKey> servers() {
        return servers.all().stream().map(ServerWatch::key).toList();
    }

    @Override
    public Optional<ObservedLeaf> leaf(LeafKey key) {
        return switch (key.kind()) {
            case Tool -> tools.find(key);
            case Prompt -> prompts.find(key);
            case Resource -> resources.find(key);
        };
    }

    public List<ObservedLeaf> leaves() {
        return Stream.of(tools.all(), prompts.all(), resources.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<LeafKey> leavesNaming(ServerKey server) {
        return Stream.of(tools.naming(server), prompts.naming(server), resources.naming(server))
                .flatMap(List::stream)
                .toList();
    }

    /** None of a server that does not exist: whoever may make a pod may write any label on it. */
    public List<RuntimeEndpoint> pods(ServerKey server) {
        return servers.find(server)
                .map(it -> pods.of(server, it.getMetadata().getUid()))
                .orElseGet(List::of);
    }

    /** Everything that decides what the server serves, but for documents and what is published. */
    public ServerInputs inputs(HyperterseServer server) {
        var key = ServerWatch.key(server);
        var inputs = ServerInputs.of(server).withLeaves(tools.of(key), prompts.of(key), resources.of(key));
        return LabelGrants.in(server.getSpec(), inputs.tools()) ? inputs.withNamespaces(namespaces.all()) : inputs;
    }

    public AskedDocuments documents() {
        return documents.known();
    }

    /** Reads documents that a compile asked for and did not find among the known. */
    public void fetch(ServerKey server, Set<ObjectName> missing) {
        documents.fetch(server, missing);
    }

    /** Says which documents the server refers to now: their changes concern it, those of others no longer. */
    public void uses(ServerKey server, Set<ObjectName> documents) {
        this.documents.used(server, documents);
    }

    /** Hears from now on when somebody touches what the server's catalog is published in. */
    public void followCatalog(ServerKey server, boolean withValues) {
        catalogs.follow(server);
        if (withValues) {
            catalogs.followValues(server);
        }
    }

    /** Nothing is compiled or published any more for a server that is gone. */
    public void forgetUses(ServerKey server) {
        documents.used(server, Set.of());
        catalogs.forget(server);
    }

    /** In which versions the objects of the server's catalog were seen last. */
    public Map<ObjectName, ObservedVersion> catalogVersions(ServerKey server) {
        return catalogs.of(server);
    }

    /** Whether an object of a catalog that is followed existed in that version and does not exist now. */
    public boolean isGone(ObjectName name, String version) {
        return catalogs.isGone(name, version);
    }

    private List<ServerKey> serversThatSelect() {
        return servers.all().stream()
                .filter(server -> LabelGrants.in(server.getSpec(), tools.of(ServerWatch.key(server))))
                .map(ServerWatch::key)
                .toList();
    }

    @Override
    public void close() {
        Stream.of(servers, tools, prompts, resources, pods, namespaces, documents, catalogs)
                .forEach(ClusterView::close);
    }

    private static void close(AutoCloseable watch) {
        try {
            watch.close();
        } catch (Exception failed) {
            throw new IllegalStateException("a watch cannot be closed", failed);
        }
    }
}
