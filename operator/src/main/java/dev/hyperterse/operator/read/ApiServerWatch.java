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
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the API server every second how far it is, and logs when it is away. An etcd that was restored from a backup is
 * behind what informers have read, and their watches stay silent: the process has to start again (decision 0094).
 */
public final class ApiServerWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServerWatch.class);
    private static final Duration PACE = Duration.ofSeconds(1);

    /** Nothing is restored within it; a leader has lost its lease by then. */
    private static final Duration OUTAGE_LIMIT = Duration.ofSeconds(10);

    private final Supplier<String> version;
    private final InstantSource clock;
    private final Consumer<String> restart;
    private final ApiServerOutage outage = new ApiServerOutage();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("api-server").daemon().factory());
    private String newest = "";
    private Instant lastAnswer;

    /** @param restart is given the reason why nothing that was read can be relied on any more */
    ApiServerWatch(Supplier<String> version, InstantSource clock, Consumer<String> restart) {
        this.version = version;
        this.clock = clock;
        this.restart = restart;
        this.lastAnswer = clock.instant();
    }

    /** @param client does not try again by itself */
    public static ApiServerWatch of(KubernetesClient client, Scope scope, Consumer<String> restart) {
        return new ApiServerWatch(() -> version(client, scope), InstantSource.system(), restart);
    }

    public void start() {
        lastAnswer = clock.instant();
        thread.scheduleWithFixedDelay(this::look, 0, PACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    void look() {
        try {
            answered(version.get());
        } catch (KubernetesClientException failed) {
            notAnswered(failed);
        } catch (RuntimeException unreadable) {
            // The next look may succeed; without this there would be none.
            LOG.atWarn()
                    .addKeyValue("event", "api_server_version_unread")
                    .setCause(unreadable)
                    .log("asks again");
        }
    }

    private void answered(String now) {
        outage.answered(clock.instant()).ifPresent(ApiServerWatch::reportEnd);
        var silence = Duration.between(lastAnswer, clock.instant());
        var wentBack = ResourceVersions.isBefore(now, newest)
                ? Optional.of("the API server went back from version %s to %s".formatted(newest, now))
                : Optional.<String>empty();
        lastAnswer = clock.instant();
        newest = now;
        // It may have gone back, and come further than it was, in a time that nobody looked at.
        wentBack.or(() -> Optional.of("did not reach the API server for %d s".formatted(silence.toSeconds()))
                        .filter(_ -> silence.compareTo(OUTAGE_LIMIT) > 0))
                .ifPresent(restart);
    }

    private void notAnswered(KubernetesClientException failure) {
        var answers = failure.getCode() >= HttpURLConnection.HTTP_OK
                && failure.getCode() < HttpURLConnection.HTTP_INTERNAL_ERROR;
        if (answers) {
            lastAnswer = clock.instant();
        }
        if (!answers && outage.failed(clock.instant())) {
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

    /** A consistent read says how far the whole API server is, whatever was asked for. */
    private static String version(KubernetesClient client, Scope scope) {
        return ScopedKind.in(scope, client.resources(HyperterseServer.class))
                .getFirst()
                .list(new ListOptionsBuilder().withLimit(1L).build())
                .getMetadata()
                .getResourceVersion();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
