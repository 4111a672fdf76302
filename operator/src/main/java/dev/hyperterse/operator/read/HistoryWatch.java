package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the API server's history is still the one that this process has followed. After an etcd was put back to an
 * earlier state, a watch that goes on where it was is told nothing until versions have come there again, and never what
 * happened in between. No client notices; whoever has noticed starts again (decision 0094).
 */
public final class HistoryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryWatch.class);
    /** Shorter than any restart of an API server. */
    private static final Duration PACE = Duration.ofSeconds(1);

    /** So long a watch may take to show what is held; longer than it ever takes. */
    private static final Duration LAG = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final ClusterView view;
    private final Runnable broken;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = Thread.ofVirtual().name("history").unstarted(this::follow);
    private final ApiServerOutage outage = new ApiServerOutage();
    private String newest = "";
    private boolean wasAway;

    /**
     * @param client does not try again by itself
     * @param broken is run once, when nothing that was read can be relied on any more
     */
    public HistoryWatch(KubernetesClient client, ClusterView view, Runnable broken) {
        this.client = client;
        this.view = view;
        this.broken = broken;
    }

    public void start() {
        thread.start();
    }

    private void follow() {
        var reason = Optional.<String>empty();
        while (reason.isEmpty() && pause(PACE)) {
            try {
                reason = look();
            } catch (KubernetesClientException unanswered) {
                notAnswered(unanswered);
            } catch (RuntimeException unreadable) {
                // Whatever it was, nobody looks in the place of a thread that ended.
                wasAway = true;
                LOG.atWarn()
                        .addKeyValue("event", "history_unread")
                        .setCause(unreadable)
                        .log("looks again");
            }
        }
        reason.ifPresent(this::tell);
    }

    private void notAnswered(KubernetesClientException failure) {
        if (failure.getCode() >= HttpURLConnection.HTTP_OK
                && failure.getCode() < HttpURLConnection.HTTP_INTERNAL_ERROR) {
            return;
        }
        wasAway = true;
        if (outage.failed(Instant.now())) {
            LOG.atWarn()
                    .addKeyValue("event", "api_server_unreachable")
                    .addKeyValue("reason", ApiServerOutage.reason(failure))
                    .log("replicas serve on; edits are served when it is back");
        }
    }

    private static void reportEnd(Duration outage) {
        LOG.atInfo()
                .addKeyValue("event", "api_server_reachable")
                .addKeyValue("seconds", outage.toSeconds())
                .log("answers again");
    }

    private void tell(String reason) {
        LOG.atError()
                .addKeyValue("event", "history_broken")
                .addKeyValue("reason", reason)
                .log("starts again");
        broken.run();
    }

    private Optional<String> look() {
        // Watches may have caught up before the first look, and the API server have come further than it was.
        var wentBack = view.wentBack();
        if (wentBack.isPresent()) {
            return wentBack;
        }
        var now = version();
        outage.answered(Instant.now()).ifPresent(HistoryWatch::reportEnd);
        if (isBefore(now, newest)) {
            return Optional.of("the API server went back from version %s to %s".formatted(newest, now));
        }
        newest = now;
        // It may have gone back while it was away, and come further than it was since.
        var open = view.watchesAreOpen();
        wasAway |= !open;
        if (!wasAway || !open) {
            return Optional.empty();
        }
        var missed = view.differences();
        if (!missed.isEmpty() && pause(LAG)) {
            missed.retainAll(view.differences());
        }
        wasAway = false;
        return view.wentBack().or(() -> missed.stream().findFirst());
    }

    /** A consistent read says how far the whole API server is, whatever was asked for. */
    private String version() {
        return client.resources(HyperterseServer.class)
                .inAnyNamespace()
                .list(new ListOptionsBuilder().withLimit(1L).build())
                .getMetadata()
                .getResourceVersion();
    }

    static boolean isBefore(String version, String other) {
        try {
            return !other.isEmpty() && Long.compareUnsigned(number(version), number(other)) < 0;
        } catch (NumberFormatException opaque) {
            return false;
        }
    }

    private static long number(String version) {
        return Long.parseUnsignedLong(version);
    }

    /** False when closed meanwhile. */
    private boolean pause(Duration pause) {
        try {
            return !closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
