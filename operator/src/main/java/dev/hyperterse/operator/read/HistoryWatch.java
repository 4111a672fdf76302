package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.ResourceVersions;
import dev.hyperterse.operator.resolve.Scope;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** The API server may have been restored within it. */
    private static final Duration GAP = Duration.ofSeconds(3);

    private final KubernetesClient client;
    private final Scope scope;
    private final ClusterView view;
    private final Runnable broken;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final CompletableFuture<?> end;
    private final Thread thread = Thread.ofVirtual().name("history").unstarted(this::follow);
    private final ApiServerOutage outage = new ApiServerOutage();
    private String newest = "";
    private long lastLook = System.nanoTime();
    private boolean wasAway;

    /**
     * @param client does not try again by itself
     * @param broken is run once, when nothing that was read can be relied on any more
     */
    public HistoryWatch(KubernetesClient client, Scope scope, ClusterView view, Runnable broken) {
        this.client = client;
        this.scope = scope;
        this.view = view;
        this.broken = broken;
        this.end = CompletableFuture.anyOf(closed, view.contradiction());
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
        if (!closed.isDone()) {
            reason.or(() -> Optional.ofNullable(view.contradiction().getNow(null)))
                    .ifPresent(this::tell);
        }
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
        var now = version();
        outage.answered(Instant.now()).ifPresent(HistoryWatch::reportEnd);
        if (ResourceVersions.isBefore(now, newest)) {
            return Optional.of("the API server went back from version %s to %s".formatted(newest, now));
        }
        newest = now;
        wasAway |= sinceLastLook().compareTo(GAP) > 0;
        // It may have gone back while it was away, and come further than it was since.
        var open = view.watchesAreOpen();
        wasAway |= !open;
        if (!wasAway || !open) {
            return Optional.empty();
        }
        var missed = view.differences();
        if (!missed.isEmpty()) {
            if (!pause(LAG)) {
                return Optional.empty();
            }
            missed.retainAll(view.differences());
        }
        wasAway = false;
        return missed.stream().findFirst();
    }

    /** Also this process may have been paused. */
    private Duration sinceLastLook() {
        var before = lastLook;
        lastLook = System.nanoTime();
        return Duration.ofNanos(lastLook - before);
    }

    /** A consistent read says how far the whole API server is, whatever was asked for. */
    private String version() {
        return ScopedKind.in(scope, client.resources(HyperterseServer.class))
                .getFirst()
                .list(new ListOptionsBuilder().withLimit(1L).build())
                .getMetadata()
                .getResourceVersion();
    }

    /** False when it ended early: there is nothing to look at any more. */
    private boolean pause(Duration pause) {
        try {
            end.get(pause.toNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (TimeoutException over) {
            return true;
        } catch (ExecutionException unexpected) {
            throw new IllegalStateException("neither of both can fail", unexpected);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        closed.complete(null);
    }
}
