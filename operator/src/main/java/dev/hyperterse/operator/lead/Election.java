package dev.hyperterse.operator.lead;

import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.PublicationException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the lease and holds it, once: what comes after a loss is another election. */
public final class Election implements Leadership, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    private final KubernetesClient client;
    private final LeaseName lease;
    private final String identity;
    private final LeaseTimings timings;
    private final ExecutorService electing = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("election").daemon().factory());
    private Optional<CompletableFuture<?>> candidacy = Optional.empty();
    private boolean closed;
    private volatile boolean leads;

    /**
     * @param client of its own: renewing must not wait behind other requests
     * @param identity of this process; the same after a crash, so that its successor need not wait for the lease to end
     */
    public Election(KubernetesClient client, LeaseName lease, String identity, LeaseTimings timings) {
        this.client = client;
        this.lease = lease;
        this.identity = identity;
        this.timings = timings;
    }

    /**
     * Does nothing once it is closed: a process may be asked to end before it has come so far. Both are run at most once, on
     * a thread of their own, for the elector calls back under its lock.
     *
     * @param won the lease is held
     * @param lost the lease could not be renewed in time, or was taken; not after {@link #close}
     */
    public synchronized void start(Runnable won, Runnable lost) {
        if (closed) {
            return;
        }
        var election = new LeaderElector(client, settings(won), electing).start();
        candidacy = Optional.of(election);
        election.whenComplete((_, _) -> ended(lost));
    }

    private LeaderElectionConfig settings(Runnable won) {
        return new LeaderElectionConfigBuilder()
                .withName(lease.name())
                .withLock(new LeaseLock(lease.namespace(), lease.name(), identity))
                .withLeaseDuration(timings.lease())
                .withRenewDeadline(timings.renewal())
                .withRetryPeriod(timings.retry())
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(new LeaderCallbacks(() -> begin(won), () -> leads = false, this::logLeader))
                .build();
    }

    private void begin(Runnable won) {
        leads = true;
        Thread.ofPlatform().name("leading").daemon().start(won);
    }

    private synchronized void ended(Runnable lost) {
        leads = false;
        if (!closed) {
            Thread.ofPlatform().name("leading-ended").start(lost);
        }
    }

    private void logLeader(String holder) {
        if (holder != null && !holder.isEmpty() && !holder.equals(identity)) {
            LOG.atInfo()
                    .addKeyValue("event", "standing_by")
                    .addKeyValue("leader", holder)
                    .log("another process leads");
        }
    }

    /**
     * False from the moment on at which the lease is not held any more, or is being given back. A deleted lease confirms
     * nothing and denies nothing: the leader creates it again.
     */
    @Override
    public boolean confirmed() {
        if (!leads) {
            return false;
        }
        try {
            var holder = lease.holder(client);
            if (holder.isEmpty() && leads) {
                throw new PublicationException("lease " + lease + " has no holder");
            }
            return holder.filter(identity::equals).isPresent() && leads;
        } catch (KubernetesClientException unreadable) {
            throw new PublicationException(
                    "lease " + lease + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** Gives the lease back, if it is held. */
    @Override
    public void close() {
        Optional<CompletableFuture<?>> last;
        synchronized (this) {
            closed = true;
            last = candidacy;
        }
        leads = false;
        last.ifPresent(election -> election.cancel(true));
        electing.shutdownNow();
    }

    /** Whether the elector's thread came to its end within the limit, after {@link #close}. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return electing.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
