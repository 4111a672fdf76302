package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.ThreadTimer;
import dev.hyperterse.operator.read.kind.InformerSubscription;
import dev.hyperterse.operator.read.kind.KindFollower;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers, on the Java Operator SDK: its informer is the only one of them, and it reconciles each of them one
 * reconciliation at a time, again after a growing pause when one failed. The queue in front makes one of many changes.
 */
public final class ServerController implements Reconciler<HyperterseServer>, KindFollower, Depth {
    private static final Logger LOG = LoggerFactory.getLogger(ServerController.class);

    private static final int ALL = Integer.MAX_VALUE;
    private static final int PENDING = 1;
    private static final int RUNNING = 2;

    /** For good: the SDK would go on with a part of the servers after it. */
    private static final Duration READ_LIMIT = Duration.ofDays(365);

    private final ThreadTimer timer = new ThreadTimer(name());
    private final CoalescingQueue<ServerKey> queue =
            new CoalescingQueue<>(name(), Pace.PUBLISHING, timer, this::submit);
    /** Servers that are pending, running, or both: in one map, so that none is missed as it goes from one to the other. */
    private final Map<ServerKey, Integer> counted = new ConcurrentHashMap<>();

    /** One for each running reconciliation; all of them are free when none runs. */
    private final Semaphore slots = new Semaphore(ALL);

    private final ServerEvents events;
    private final Operator operator;
    private final RegisteredController<HyperterseServer> registered;
    private final Scope scope;
    private IndexerResourceCache<HyperterseServer> cache;
    private volatile Optional<Consumer<ServerKey>> work = Optional.empty();
    private volatile boolean read;
    private volatile boolean closed;

    /** @param changed is given every change of a server */
    ServerController(KubernetesClient client, Scope scope, Consumer<ObjectChange<HyperterseServer>> changed) {
        this.scope = scope;
        this.events = new ServerEvents(change -> {
            if (inScope(change.object())) {
                changed.accept(change);
            }
        });
        this.operator = new Operator(configuration -> configure(configuration, client));
        this.registered = operator.register(this, configuration -> configure(configuration, scope));
    }

    @Override
    public List<EventSource<?, HyperterseServer>> prepareEventSources(EventSourceContext<HyperterseServer> context) {
        cache = context.getPrimaryCache();
        return List.of(events);
    }

    @Override
    public CompletableFuture<Void> start() {
        return CompletableFuture.runAsync(
                this::readAll, task -> Thread.ofVirtual().name("servers").start(task));
    }

    private void readAll() {
        operator.start();
        if (!informers(InformerHealthIndicator::hasSynced)) {
            throw new NotReadYet("the servers cannot be read");
        }
        read = true;
    }

    /** Starts to reconcile servers that are offered. */
    public void begin(Consumer<ServerKey> reconcile) {
        work = Optional.of(reconcile);
    }

    /** Queues a reconciliation of that server, even if it was deleted. */
    public void offer(ServerKey server) {
        count(server, PENDING);
        queue.offer(server);
    }

    @Override
    public String name() {
        return "servers";
    }

    @Override
    public int size() {
        return counted.size();
    }

    private void count(ServerKey server, int state) {
        counted.merge(server, state, (before, more) -> before | more);
    }

    private void discount(ServerKey server, int state) {
        counted.computeIfPresent(server, (_, before) -> before == state ? null : before & ~state);
    }

    /** Starts no new reconciliation; running ones may finish within the limit. */
    public void end(Duration limit) {
        work = Optional.empty();
        try {
            if (slots.tryAcquire(ALL, limit.toNanos(), TimeUnit.NANOSECONDS)) {
                slots.release(ALL);
            }
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    /** As the queue does when a server has its turn. */
    void submit(ServerKey server) {
        if (!events.reconcile(() -> find(server))) {
            discount(server, PENDING);
        }
    }

    @Override
    public UpdateControl<HyperterseServer> reconcile(HyperterseServer server, Context<HyperterseServer> context) {
        if (inScope(server) && slots.tryAcquire()) {
            try {
                work.ifPresent(it -> reconcile(ServerKey.of(server), it));
            } finally {
                slots.release();
            }
        }
        return UpdateControl.noUpdate();
    }

    private void reconcile(ServerKey server, Consumer<ServerKey> work) {
        count(server, RUNNING);
        // An offer from here on is one for the next reconciliation.
        discount(server, PENDING);
        try {
            work.accept(server);
        } catch (RuntimeException | Error failed) {
            count(server, PENDING);
            LOG.atWarn()
                    .addKeyValue("event", "work_failed")
                    .addKeyValue("queue", name())
                    .addKeyValue("key", server)
                    .setCause(failed)
                    .log("is tried again");
            // The SDK does not catch an Error, and would never reconcile that server again.
            throw failed instanceof RuntimeException ordinary ? ordinary : new IllegalStateException(failed);
        } finally {
            discount(server, RUNNING);
        }
    }

    /**
     * The SDK drops events that arrive during a deletion: a server that is created again under that name would be
     * ignored until its next edit.
     */
    private final class Deletions implements Metrics {
        @Override
        public void cleanupDoneFor(ResourceID deleted, Map<String, Object> ofTheController) {
            offer(new ServerKey(deleted.getNamespace().orElseThrow(), deleted.getName()));
        }
    }

    /** Empty before all have been read. */
    Optional<HyperterseServer> find(ServerKey server) {
        return known(
                read
                        ? cache.get(new ResourceID(server.name(), server.namespace()))
                                .filter(this::inScope)
                        : Optional.empty());
    }

    /** In no order; none before all have been read. */
    List<HyperterseServer> all() {
        return known(read ? cache.list().filter(this::inScope).toList() : List.of());
    }

    /** The SDK's informer of all namespaces cannot exclude a namespace. */
    private boolean inScope(HyperterseServer server) {
        return scope.contains(server.getMetadata().getNamespace());
    }

    /** A stopped informer is empty: running work must not mistake that for deleted servers. */
    private <T> T known(T found) {
        if (closed) {
            throw new CancellationException("servers are not followed any more");
        }
        return found;
    }

    @Override
    public boolean running() {
        return informers(InformerHealthIndicator::isRunning);
    }

    @Override
    public boolean watching() {
        return read && informers(InformerHealthIndicator::isWatching);
    }

    private boolean informers(Predicate<InformerHealthIndicator> test) {
        return registered.getControllerHealthInfo().informerEventSourceHealthIndicators().values().stream()
                .flatMap(ServerController::informers)
                .allMatch(test);
    }

    /** The SDK hands its indicators out as a raw type. */
    private static Stream<InformerHealthIndicator> informers(InformerWrappingEventSourceHealthIndicator<?> source) {
        return source.informerHealthIndicators().values().stream();
    }

    private void configure(ConfigurationServiceOverrider configuration, KubernetesClient client) {
        configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withMetrics(new Deletions())
                .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
                .withCacheSyncTimeout(READ_LIMIT)
                // A kind that may not be read yet is listed again.
                .withStopOnInformerErrorDuringStartup(false);
    }

    private static void configure(ControllerConfigurationOverrider<HyperterseServer> configuration, Scope scope) {
        switch (scope) {
            case Scope.AllNamespaces _ -> configuration.watchingAllNamespaces();
            case Scope.Namespaces(var names) -> configuration.settingNamespaces(Set.copyOf(names));
        }
        configuration
                .withName("server")
                .withInformerListLimit(InformerSubscription.PAGE)
                // The listeners of changes decide which reconciliations follow, and when.
                .withOnAddFilter(_ -> false)
                .withOnUpdateFilter((_, _) -> false)
                // Without a finalizer this is the only event of a deletion.
                .withTriggerReconcilerOnAllEvents(true)
                .withRetry(new GenericRetry()
                        .withoutMaxAttempts()
                        .setInitialInterval(Pace.PUBLISHING.firstPause())
                        .setIntervalMultiplier(2)
                        .setMaxInterval(Pace.PUBLISHING.longestPause().toMillis()));
    }

    @Override
    public void close() {
        closed = true;
        timer.close();
        operator.stop();
    }
}
