package dev.hyperterse.operator.read.installation;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.ResourceVersions;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.kind.ScopedKind;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the resource version of the API server with the newest one each second. An etcd that was restored from a backup
 * is behind what informers have read, and their watches stay silent: everything has to be read anew (decisions 0331).
 */
public final class ApiServerWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServerWatch.class);
    private static final Duration PACE = Duration.ofSeconds(1);

    /** A single request that failed is no outage: the client that sent it repeats it. */
    private static final Duration REPORTED_AFTER = Duration.ofSeconds(2);

    /** No etcd is restored within it; a leader has lost its lease by then. */
    private static final Duration OUTAGE_LIMIT = Duration.ofSeconds(10);

    private final Supplier<String> version;
    private final InstantSource clock;
    private final Consumer<String> restart;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("api-server").daemon().factory());
    private String newest = "";
    private Instant lastAnswer;
    private boolean unreachable;

    /** @param restart is given the reason why informers have to read everything again */
    ApiServerWatch(Supplier<String> version, InstantSource clock, Consumer<String> restart) {
        this.version = version;
        this.clock = clock;
        this.restart = restart;
        this.lastAnswer = clock.instant();
    }

    /** @param client without retries of its own */
    public static ApiServerWatch of(KubernetesClient client, Scope scope, Consumer<String> restart) {
        return new ApiServerWatch(() -> version(client, scope), InstantSource.system(), restart);
    }

    public void start() {
        lastAnswer = clock.instant();
        thread.scheduleWithFixedDelay(
                () -> BackgroundTurn.run("api-server", this::look), 0, PACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    void look() {
        try {
            var now = version.get();
            var silence = answered();
            var before = newest;
            newest = now;
            if (ResourceVersions.isBefore(now, before)) {
                restart.accept("the API server went back from version %s to %s".formatted(before, now));
            } else if (silence.compareTo(OUTAGE_LIMIT) > 0) {
                // An etcd that was restored in between may have a higher version by now.
                restart.accept("did not reach the API server for %d s".formatted(silence.toSeconds()));
            }
        } catch (KubernetesClientException failed) {
            if (failed.getCode() >= HttpURLConnection.HTTP_OK
                    && failed.getCode() < HttpURLConnection.HTTP_INTERNAL_ERROR) {
                answered();
            } else {
                notAnswered(failed);
            }
        }
    }

    /** Time since the previous answer. */
    private Duration answered() {
        var silence = Duration.between(lastAnswer, clock.instant());
        if (unreachable) {
            LOG.atInfo()
                    .addKeyValue("event", "api_server_reachable")
                    .addKeyValue("seconds", silence.toSeconds())
                    .log("answers again");
        }
        unreachable = false;
        lastAnswer = clock.instant();
        return silence;
    }

    private void notAnswered(KubernetesClientException failure) {
        var silence = Duration.between(lastAnswer, clock.instant());
        if (!unreachable && silence.compareTo(REPORTED_AFTER) >= 0) {
            unreachable = true;
            LOG.atWarn()
                    .addKeyValue("event", "api_server_unreachable")
                    .addKeyValue("reason", reason(failure))
                    .log("replicas serve on; edits are served when it is back");
        }
    }

    /** Whether an outage has been logged, and not its end. */
    boolean unreachable() {
        return unreachable;
    }

    /** The JDK's exception of a refused connection has no message. */
    static String reason(Throwable failure) {
        var causes =
                Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        return causes.stream().anyMatch(ConnectException.class::isInstance)
                ? "cannot connect"
                : causes.reversed().stream()
                        .flatMap(cause -> Stream.ofNullable(cause.getMessage()))
                        .findFirst()
                        .orElseGet(failure::toString);
    }

    /** A consistent read has the version of the whole API server, whatever was asked for. */
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
