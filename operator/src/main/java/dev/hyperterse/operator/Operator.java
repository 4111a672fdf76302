package dev.hyperterse.operator;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.observe.Convergence;
import dev.hyperterse.operator.publish.ClusterStore;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.ThreadTimer;
import dev.hyperterse.operator.read.ClusterEvents;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.reconcile.Reconciliation;
import dev.hyperterse.operator.report.Replicas;
import dev.hyperterse.operator.report.Reporter;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.workload.WorkloadNames;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Everything one leadership does: read, compile, publish, report. Made when it begins and closed when it ends. */
public final class Operator implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** How far replicas are is written at most once a second. */
    private static final Pace CONVERGED_PACE =
            new Pace(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final KubernetesClient client;
    private final ThreadTimer timer = new ThreadTimer();
    private final ClusterView view;
    private final Reporter reporter;
    private final Convergence convergence;
    private final Reconciliation reconciliation;
    private final CoalescingQueue<ServerKey> servers;
    private final CoalescingQueue<ServerKey> converged;
    private volatile boolean complete;

    /**
     * @param client for reading and publishing
     * @param statusClient for statuses alone, so that a burst of them never delays a publication
     */
    public Operator(
            KubernetesClient client, KubernetesClient statusClient, Leadership leadership, InstantSource clock) {
        this.client = client;
        this.view = new ClusterView(client, new Events());
        this.reporter = new Reporter(view, statusClient, clock, timer);
        this.convergence = new Convergence(view::pods, this::seen);
        this.reconciliation = new Reconciliation(
                view,
                reporter.situation(),
                this::store,
                leadership,
                UUID.randomUUID().toString());
        this.servers = new CoalescingQueue<>("servers", Pace.STANDARD, timer, this::reconcile);
        this.converged = new CoalescingQueue<>("converged", CONVERGED_PACE, timer, this::recordConverged);
    }

    /** Reads everything, then begins with everything. */
    public void start() {
        view.start(START_LIMIT);
        complete = true;
        view.servers().forEach(server -> {
            convergence.podsChanged(server);
            servers.offer(server);
        });
        view.leaves().forEach(leaf -> reporter.leafAffected(leaf.key()));
    }

    private void seen(ServerKey server, Replicas replicas) {
        reporter.situation().replicas(server, replicas);
        converged.offer(server);
    }

    private void reconcile(ServerKey server) {
        reconciliation.reconcile(server);
        converged.offer(server);
    }

    private void recordConverged(ServerKey server) {
        reporter.situation()
                .reachedByAll(server)
                .ifPresent(revision -> reconciliation.recordConverged(server, revision));
    }

    private ObjectStore store(HyperterseServer server) {
        var metadata = server.getMetadata();
        var owner = new OwnerReferenceBuilder()
                .withApiVersion(server.getApiVersion())
                .withKind(server.getKind())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
        return new ClusterStore(
                client,
                owner,
                Map.of(
                        WorkloadNames.SERVER_LABEL,
                        metadata.getName(),
                        "app.kubernetes.io/managed-by",
                        "hyperterse-operator"));
    }

    /** Nothing begins after it; what has begun ends at its next write, which the next leader's claim refuses. */
    @Override
    public void close() {
        convergence.close();
        timer.close();
        view.close();
    }

    /** Until everything was read, changes are part of what is being read. */
    private final class Events implements ClusterEvents {
        @Override
        public void serverConcerned(ServerKey server) {
            if (complete) {
                servers.offer(server);
            }
        }

        @Override
        public void leafChanged(LeafKey leaf, Set<ServerKey> concerned) {
            if (complete) {
                concerned.forEach(servers::offer);
                reporter.leafAffected(leaf);
            }
        }

        @Override
        public void podsChanged(ServerKey server) {
            if (complete) {
                convergence.podsChanged(server);
            }
        }
    }
}
