package dev.hyperterse.operator.workload;

import dev.hyperterse.compiler.platform.EffectiveServer;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.ThreadTimer;
import dev.hyperterse.operator.queue.WorkLimit;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.workload.apply.Children;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.Workloads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Runs the reconciler of workloads for as long as this process leads. It has a queue of its own: a webhook that does not
 * answer for a child must not hold up what is published for the same server.
 */
public final class WorkloadController implements Workloads {
    private static final int SERVERS_AT_ONCE = 8;

    /** For kinds that may not be read. What is not followed then is asked for when it is to be written. */
    private static final Duration READ_LIMIT = Duration.ofMinutes(2);

    /** A running write may finish: it is correct under any leader, because it depends on the spec only. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final ClusterView view;
    private final ThreadTimer timer = new ThreadTimer("workload");
    private final WorkLimit limit = new WorkLimit(SERVERS_AT_ONCE);
    private final CoalescingQueue<ServerKey> queue =
            new CoalescingQueue<>("workloads", Pace.STANDARD, timer, this::reconcile);
    private final Children children;
    private final WorkloadReconciler reconciler;
    private volatile BiConsumer<ServerKey, WorkloadState> changed = (_, _) -> {};
    private volatile boolean read;

    /** @param client stays the caller's */
    public WorkloadController(
            KubernetesClient client, Scope scope, WorkloadSettings settings, ClusterView view, InstantSource clock) {
        this.view = view;
        this.children = new Children(client, scope, queue::offer);
        this.reconciler = new WorkloadReconciler(
                client, settings, view, children, (server, state) -> changed.accept(server, state), clock);
    }

    @Override
    public String name() {
        return queue.name();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public void start(BiConsumer<ServerKey, WorkloadState> listener) {
        changed = listener;
        view.listenForWorkloads(queue::offer);
        children.start().orTimeout(READ_LIMIT.toMinutes(), TimeUnit.MINUTES).whenComplete((_, _) -> begin());
    }

    private void begin() {
        read = true;
        view.servers().forEach(queue::offer);
    }

    private void reconcile(ServerKey key) {
        if (read) {
            view.effective(key).ifPresentOrElse(server -> reconcile(key, server), () -> reconciler.forget(key));
        }
    }

    private void reconcile(ServerKey key, EffectiveServer server) {
        // Pods of a spec that the API server would not store are not made; those that run stay.
        if (server.platform().faults().isEmpty()) {
            limit.run(key.namespace(), () -> reconciler.reconcile(server.server()))
                    .ifPresent(wait -> queue.offerAfter(key, wait));
        }
    }

    @Override
    public void close() {
        view.listenForWorkloads(_ -> {});
        timer.finish(STOP_LIMIT);
        children.close();
    }
}
