package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.Scope;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reconciler of workloads on the Java Operator SDK for as long as this process leads: made when leadership
 * begins, closed when it ends.
 */
public final class WorkloadController implements Workloads {
    private static final Logger LOG = LoggerFactory.getLogger(WorkloadController.class);

    private static final int SERVERS_AT_ONCE = 8;

    /** As {@code Subscription.PAGE}. */
    static final long PAGE = 100;

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** A write that has begun may end: it is right whoever leads, for all of them are made of the spec. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final Operator operator;
    private final WorkloadReconciler reconciler;
    private volatile boolean broken;

    /** @param client stays the caller's */
    public WorkloadController(
            KubernetesClient client,
            Scope scope,
            WorkloadSettings settings,
            WatchedPods pods,
            WorkloadListener listener,
            InstantSource clock) {
        operator = new Operator(configuration -> configure(configuration, client));
        reconciler = new WorkloadReconciler(client, settings, pods, listener, clock);
        operator.register(reconciler, configuration -> configure(configuration, scope));
    }

    @Override
    public void start() {
        operator.start();
    }

    @Override
    public void writeNoMore() {
        reconciler.writeNoMore();
    }

    @Override
    public boolean broken() {
        return broken;
    }

    @Override
    public void close() {
        operator.stop();
    }

    private void configure(ConfigurationServiceOverrider configuration, KubernetesClient client) {
        configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withConcurrentReconciliationThreads(SERVERS_AT_ONCE)
                .withReconciliationTerminationTimeout(STOP_LIMIT)
                .withCacheSyncTimeout(START_LIMIT)
                // One kind that may not be read yet must not take the others down; it is asked for again.
                .withStopOnInformerErrorDuringStartup(false)
                // The SDK's own answer is to end the process.
                .withInformerStoppedHandler((informer, failure) -> {
                    if (failure != null) {
                        LOG.atError()
                                .addKeyValue("event", "watch_ended")
                                .setCause(failure)
                                .addKeyValue("kind", informer.getApiTypeClass().getSimpleName())
                                .log("begins again with what there is");
                        broken = true;
                    }
                });
    }

    private static void configure(ControllerConfigurationOverrider<HyperterseServer> configuration, Scope scope) {
        switch (scope) {
            case Scope.AllNamespaces _ -> configuration.watchingAllNamespaces();
            case Scope.Namespaces(var names) -> configuration.settingNamespaces(Set.copyOf(names));
        }
        configuration
                .withName("workload")
                .withInformerListLimit(PAGE)
                .withGenerationAware(true)
                // Otherwise nobody says that a server is gone, for there is no finalizer.
                .withTriggerReconcilerOnAllEvents(true)
                // The SDK gives up after five attempts.
                .withRetry(new GenericRetry()
                        .withoutMaxAttempts()
                        .setInitialInterval(Duration.ofMillis(500))
                        .setIntervalMultiplier(2)
                        .setMaxInterval(Duration.ofSeconds(30).toMillis()));
    }
}
