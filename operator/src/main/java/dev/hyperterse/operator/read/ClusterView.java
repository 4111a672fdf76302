package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.platform.EffectiveServer;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.document.DocumentWatch;
import dev.hyperterse.operator.read.kind.KindFollower;
import dev.hyperterse.operator.read.kind.KindWatch;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.operator.read.kind.ObjectChange;
import dev.hyperterse.operator.read.kind.ScopedKind;
import dev.hyperterse.operator.read.kind.TrimmedStore;
import dev.hyperterse.operator.read.namespace.LabelGrants;
import dev.hyperterse.operator.read.namespace.NamespaceWatch;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The servers, leaves, referenced documents and pods, as the API server holds them. */
public final class ClusterView implements KnownObjects, AutoCloseable {
    private final ServerController servers;
    private final KindWatch<Tool> tools;
    private final KindWatch<Prompt> prompts;
    private final KindWatch<McpResource> resources;
    private final KindWatch<Pod> pods;
    private final Optional<NamespaceWatch> namespaces;
    private final DocumentWatch documents;
    private final EffectiveServers effective;
    private final boolean followsLabels;

    /** A process on standby follows changes for itself. */
    private volatile Consumer<ClusterEvent> listener = _ -> {};

    private volatile Consumer<ServerKey> workloadListener = _ -> {};
    private volatile CompletableFuture<Void> started = new CompletableFuture<>();

    public ClusterView(KubernetesClient client, Scope scope) {
        this(client, scope, Optional.empty());
    }

    /** @param platform is merged with the servers that it selects */
    public ClusterView(KubernetesClient client, Scope scope, Optional<Platform> platform) {
        this.servers = new ServerController(client, scope, this::serverChanged);
        this.tools = leaves(client, scope, Tool.class, ObservedLeaf::of);
        this.prompts = leaves(client, scope, Prompt.class, ObservedLeaf::of);
        this.resources = leaves(client, scope, McpResource.class, ObservedLeaf::of);
        this.pods = KindWatch.labelled(client, scope, Pod.class, TrimmedStore::withoutBookkeeping, this::podChanged);
        this.documents = new DocumentWatch(client, this::emitAffected);
        this.namespaces = switch (scope) {
            case Scope.AllNamespaces _ -> Optional.of(new NamespaceWatch(client, this::labelsChanged));
            // A Role cannot allow to watch namespaces.
            case Scope.Namespaces _ -> Optional.empty();
        };
        this.followsLabels =
                platform.filter(it -> !it.selectingByLabel().isEmpty()).isPresent();
        this.effective = new EffectiveServers(platform, this::labels);
    }

    private Optional<Map<String, String>> labels(String namespace) {
        return followsLabels ? namespaces.flatMap(it -> it.labels(namespace)) : Optional.of(Map.of());
    }

    private void labelsChanged(String namespace) {
        if (followsLabels) {
            servers().stream()
                    .filter(server -> server.namespace().equals(namespace))
                    .forEach(server -> {
                        workloadListener.accept(server);
                        emitAffected(server);
                    });
        }
        serversThatSelect().forEach(this::emitAffected);
    }

    private <L extends CustomResource<?, LeafStatus>> KindWatch<L> leaves(
            KubernetesClient client, Scope scope, Class<L> kind, Function<L, ObservedLeaf> observe) {
        return new KindWatch<>(
                ScopedKind.in(scope, client.resources(kind)).stream(),
                leaf -> observe.apply(leaf).servers(),
                TrimmedStore::withForeignStatusWriters,
                change -> ClusterEvents.ofLeaf(change, observe).forEach(this::emit));
    }

    private void serverChanged(ObjectChange<HyperterseServer> change) {
        if (change.after().isEmpty()) {
            effective.forget(ServerKey.of(change.object()));
        }
        if (change.edited()) {
            workloadListener.accept(ServerKey.of(change.object()));
        }
        ClusterEvents.ofServer(change).forEach(this::emit);
    }

    private void podChanged(ObjectChange<Pod> change) {
        change.labelledServers().forEach(workloadListener);
        ClusterEvents.ofPod(change).forEach(this::emit);
    }

    private void emit(ClusterEvent event) {
        listener.accept(event);
    }

    private void emitAffected(ServerKey server) {
        emit(new ClusterEvent.ServerAffected(server));
    }

    /** Begins to follow everything, for as long as the process lives. */
    public void start() {
        started = CompletableFuture.allOf(Stream.concat(
                        kinds().values().stream().map(KindFollower::start),
                        namespaces.stream().filter(_ -> followsLabels).map(NamespaceWatch::start))
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Whether everything that exists has been read by then. What is known before that is a part, and a catalog compiled
     * from a part would take tools away.
     */
    public boolean awaitRead(Duration limit) throws InterruptedException {
        try {
            started.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException slow) {
            return false;
        } catch (ExecutionException failed) {
            throw new NotReadYet("the cluster cannot be followed", failed);
        }
    }

    /**
     * Kinds whose watch has ended for good, so that only a restart of the process helps. Reconnecting watches are not
     * among them.
     */
    public List<String> ended() {
        return kinds().entrySet().stream()
                .filter(entry -> started.isDone() && !entry.getValue().running())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** By kind, how many watches are open at this moment. */
    public Map<String, Integer> openWatches() {
        var open = new LinkedHashMap<String, Integer>();
        kinds().forEach((kind, watch) -> open.put(kind, watch.watching() ? 1 : 0));
        open.put("Document", documents.watches());
        return open;
    }

    private Map<String, KindFollower> kinds() {
        return Map.of(
                "HyperterseServer", servers, "Tool", tools, "Prompt", prompts, "Resource", resources, "Pod", pods);
    }

    /** The work on servers. */
    public ServerController controller() {
        return servers;
    }

    /** From now on that listener gets every change; what exists already can be asked for. */
    public void listen(Consumer<ClusterEvent> next) {
        listener = next;
    }

    @Override
    public Optional<HyperterseServer> server(ServerKey key) {
        return effective(key).map(EffectiveServer::server);
    }

    /** The server as it is stored, also while it is not known what the platform says of it. */
    public Optional<HyperterseServer> stored(ServerKey key) {
        return servers.find(key);
    }

    /** The server together with the part that the platform has in its spec. */
    public Optional<EffectiveServer> effective(ServerKey key) {
        return servers.find(key).flatMap(effective::of);
    }

    public List<ServerKey> servers() {
        return servers.all().stream().map(ServerKey::of).toList();
    }

    @Override
    public Optional<ObservedLeaf> leaf(LeafKey key) {
        return switch (key.kind()) {
            case Tool -> tools.find(key.namespace(), key.name()).map(ObservedLeaf::of);
            case Prompt -> prompts.find(key.namespace(), key.name()).map(ObservedLeaf::of);
            case Resource -> resources.find(key.namespace(), key.name()).map(ObservedLeaf::of);
        };
    }

    public List<ObservedLeaf> leaves() {
        return observed(tools.all(), prompts.all(), resources.all()).toList();
    }

    @Override
    public List<LeafKey> leavesNaming(ServerKey server) {
        return observed(tools.of(server), prompts.of(server), resources.of(server))
                .map(ObservedLeaf::key)
                .toList();
    }

    private static Stream<ObservedLeaf> observed(List<Tool> tools, List<Prompt> prompts, List<McpResource> resources) {
        return Stream.of(
                        tools.stream().map(ObservedLeaf::of),
                        prompts.stream().map(ObservedLeaf::of),
                        resources.stream().map(ObservedLeaf::of))
                .flatMap(it -> it);
    }

    /**
     * None of a server that does not exist: any client that may create a pod may label it. Nor those of a server of the
     * same name that was deleted.
     */
    public List<RuntimeEndpoint> pods(ServerKey key) {
        return stored(key).stream()
                .flatMap(server -> labelled(key).stream()
                        .filter(pod -> WorkloadNames.madeFor(
                                pod.getMetadata(), server.getMetadata().getUid())))
                .map(RuntimeEndpoint::of)
                .sorted(Comparator.comparing(RuntimeEndpoint::name))
                .toList();
    }

    /** All that carry its label, of any owner. */
    public List<Pod> labelled(ServerKey server) {
        return pods.of(server);
    }

    /** From now on it is given each server that was edited, and each of which a pod changed in any way. */
    public void listenForWorkloads(Consumer<ServerKey> changed) {
        workloadListener = changed;
    }

    /** Everything that decides what the server serves, but for documents and what is published. */
    public ServerInputs inputs(HyperterseServer server) {
        var key = ServerKey.of(server);
        var merged = effective(key)
                .or(() -> effective.asWritten(server))
                .orElseThrow(() -> new NotReadYet("what the platform says of %s is not known".formatted(key)));
        var inputs = ServerInputs.of(merged.server())
                .withPlatform(merged.platform())
                .withLeaves(tools.of(key), prompts.of(key), resources.of(key));
        return LabelGrants.in(merged.server().getSpec(), inputs.tools()) ? inputs.withNamespaces(labels()) : inputs;
    }

    private Namespaces labels() {
        return namespaces.map(NamespaceWatch::all).orElseGet(Namespaces::unreadable);
    }

    public DocumentWatch documents() {
        return documents;
    }

    private List<ServerKey> serversThatSelect() {
        return servers.all().stream()
                .flatMap(server -> effective.of(server).map(EffectiveServer::server).stream())
                .filter(server -> LabelGrants.in(server.getSpec(), tools.of(ServerKey.of(server))))
                .map(ServerKey::of)
                .toList();
    }

    @Override
    public void close() {
        kinds().values().forEach(KindFollower::close);
        namespaces.ifPresent(NamespaceWatch::close);
        documents.close();
    }
}
