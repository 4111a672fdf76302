package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
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
    private static final Duration PACE = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final ClusterView view;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = Thread.ofVirtual().name("history").unstarted(this::follow);
    private String newest = "";
    private boolean wasAway;
    private volatile Optional<String> broken = Optional.empty();

    /** @param client does not try again by itself */
    public HistoryWatch(KubernetesClient client, ClusterView view) {
        this.client = client;
        this.view = view;
    }

    public void start() {
        thread.start();
    }

    /** Why nothing that was read can be relied on any more. */
    public Optional<String> broken() {
        return broken;
    }

    private void follow() {
        while (pause() && broken.isEmpty()) {
            try {
                broken = look();
            } catch (KubernetesClientException unanswered) {
                wasAway |= unanswered.getCode() < HttpURLConnection.HTTP_OK
                        || unanswered.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
            }
        }
        broken.ifPresent(reason -> LOG.atError()
                .addKeyValue("event", "history_broken")
                .addKeyValue("reason", reason)
                .log("has to start again"));
    }

    private Optional<String> look() {
        var now = version();
        if (isBefore(now, newest)) {
            return Optional.of("the API server went back from version %s to %s".formatted(newest, now));
        }
        newest = now;
        // It may have gone back while it was away, and come further than it was since.
        if (!wasAway || !view.watchesAreOpen()) {
            return Optional.empty();
        }
        var missed = view.differences(client);
        if (!missed.isEmpty() && pause()) {
            missed.retainAll(view.differences(client));
        }
        wasAway = false;
        return missed.stream().findFirst();
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
    private boolean pause() {
        try {
            return !closed.await(PACE.toNanos(), TimeUnit.NANOSECONDS);
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
