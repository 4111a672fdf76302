package dev.hyperterse.operator.lead;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for election, leads, and stands again, until it is closed. The client's elector does the work: it can be used
 * once, asks every two to four seconds, and calls back under its lock. So each turn has one of its own, the lease is
 * watched so that one that was given back is taken at once, and leading happens on a thread of its own.
 */
public final class Election implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Election.class);
    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final LeaseName lease;
    private final String identity;
    private final Terms terms;
    private final Led led;
    private final ExecutorService electing = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("election").daemon().factory());
    private final Thread leading = Thread.ofPlatform().name("leading").daemon().unstarted(this::run);
    private final SharedIndexInformer<Lease> watch;
    private Optional<Candidacy> current = Optional.empty();
    private boolean started;
    private boolean closed;

    /**
     * @param client of its own: renewing must not wait behind other requests
     * @param identity of this process; the same after a crash, so that its successor need not wait for the lease to end
     */
    public Election(KubernetesClient client, LeaseName lease, String identity, Terms terms, Led led) {
        this.client = client;
        this.lease = lease;
        this.identity = identity;
        this.terms = terms;
        this.led = led;
        this.watch = lease.in(client).runnableInformer(0);
    }

    private record Candidacy(Turn turn, CompletableFuture<?> election) {
        /** Gives the lease back, if it has it. */
        void withdraw() {
            election.cancel(true);
            turn.end();
        }
    }

    /** Does nothing once it is closed: a process may be asked to end before it has come so far. */
    public synchronized void start() {
        if (!closed) {
            started = true;
            watchLease();
            leading.start();
        }
    }

    /** Whether this process can still come to lead. */
    public boolean alive() {
        return leading.isAlive();
    }

    private void run() {
        try {
            for (var next = stand(); next.isPresent(); next = stand()) {
                var turn = next.get().turn();
                if (turn.awaitBegin()) {
                    lead(turn);
                }
                next.get().withdraw();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void lead(Turn turn) throws InterruptedException {
        try {
            led.begin(turn);
            turn.awaitEnd();
        } catch (RuntimeException broken) {
            LOG.atError()
                    .addKeyValue("event", "leading_failed")
                    .setCause(broken)
                    .log("gives the lease back and stands again");
            Thread.sleep(terms.retry());
        } finally {
            turn.end();
            led.end();
        }
    }

    /** Empty after the end. */
    private synchronized Optional<Candidacy> stand() {
        if (closed) {
            return Optional.empty();
        }
        var turn = new Turn(client, lease, identity);
        var election = new LeaderElector(client, settings(turn), electing).start();
        election.whenComplete((_, _) -> turn.end());
        current = Optional.of(new Candidacy(turn, election));
        return current;
    }

    private LeaderElectionConfig settings(Turn turn) {
        return new LeaderElectionConfigBuilder()
                .withName(lease.name())
                .withLock(new LeaseLock(lease.namespace(), lease.name(), identity))
                .withLeaseDuration(terms.lease())
                .withRenewDeadline(terms.renewal())
                .withRetryPeriod(terms.retry())
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(new LeaderCallbacks(turn::begin, turn::end, this::tell))
                .build();
    }

    private void tell(String holder) {
        if (holder != null && !holder.isEmpty() && !holder.equals(identity)) {
            LOG.atInfo()
                    .addKeyValue("event", "standing_by")
                    .addKeyValue("leader", holder)
                    .log("another process leads");
        }
    }

    /** Without the right to watch it, a lease that was given back is noticed when the elector asks next. */
    private void watchLease() {
        watch.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Lease now) {
                seen(now);
            }

            @Override
            public void onUpdate(Lease before, Lease now) {
                seen(now);
            }

            @Override
            public void onDelete(Lease before, boolean finalStateUnknown) {
                free();
            }
        });
        watch.exceptionHandler((_, failure) -> {
            LOG.atDebug()
                    .addKeyValue("event", "lease_watch_failed")
                    .addKeyValue("reason", failure.getMessage())
                    .log("is opened again");
            return true;
        });
        watch.start();
    }

    private void seen(Lease now) {
        if (LeaseName.holder(now).isEmpty()) {
            free();
        }
    }

    /** A new elector asks at once. */
    private synchronized void free() {
        current.filter(it -> it.turn().waits()).ifPresent(Candidacy::withdraw);
    }

    /** Gives the lease back; returns when leading has ended. */
    @Override
    public void close() {
        Optional<Candidacy> last;
        synchronized (this) {
            closed = true;
            last = current;
            if (!started) {
                electing.shutdownNow();
                return;
            }
        }
        last.ifPresent(Candidacy::withdraw);
        watch.stop();
        try {
            if (!leading.join(END_LIMIT)) {
                leading.interrupt();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        electing.shutdownNow();
    }
}
