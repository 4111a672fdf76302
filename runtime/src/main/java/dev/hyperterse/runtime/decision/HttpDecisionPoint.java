package dev.hyperterse.runtime.decision;

import dev.hyperterse.catalog.server.DecisionSettings;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.runtime.access.DecisionPoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A decision point that is asked by a signed POST, over connections that are kept, within bounds of size and time. */
final class HttpDecisionPoint implements DecisionPoint {
    private static final Logger LOG = LoggerFactory.getLogger(HttpDecisionPoint.class);

    /** Questions at a time, and so connections. */
    static final int MOST_AT_ONCE = 64;

    static final int LONGEST_QUESTION = 1 << 20;
    static final int LONGEST_ANSWER = 16 * 1024;
    /** What records say of calls that were not decided. */
    static final String FAILED = "decision-point-failed";

    private static final int OK = 200;

    private final DecisionSettings settings;
    private final ServerIdentity server;
    private final String key;
    private final InstantSource clock;
    private final DecisionMetrics metrics;
    private final HttpClient client;
    private final Semaphore turns = new Semaphore(MOST_AT_ONCE);
    private final AtomicBoolean failing = new AtomicBoolean();

    HttpDecisionPoint(
            DecisionSettings settings,
            ServerIdentity server,
            String key,
            Optional<SSLContext> trust,
            InstantSource clock,
            DecisionMetrics metrics) {
        this.settings = settings;
        this.server = server;
        this.key = key;
        this.clock = clock;
        this.metrics = metrics;
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofMillis(settings.timeoutMillis()))
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        trust.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    @Override
    public Decision decide(Question question) throws InterruptedException {
        var began = System.nanoTime();
        try {
            var decision = answer(question, began + TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis()));
            count(decision);
            recovered();
            metrics.duration().record(System.nanoTime() - began);
            return decision;
        } catch (IOException failure) {
            metrics.undecided().increment();
            metrics.duration().record(System.nanoTime() - began);
            return undecided(String.valueOf(failure.getMessage()));
        } catch (InterruptedException ended) {
            metrics.abandoned().increment();
            throw ended;
        }
    }

    private void count(Decision decision) {
        switch (decision) {
            case Decision.Allowed _ -> metrics.allowed().increment();
            case Decision.Denied _ -> metrics.denied().increment();
            case Decision.Undecided _ -> metrics.undecided().increment();
        }
    }

    private Decision answer(Question question, long until) throws IOException, InterruptedException {
        if (!turns.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new IOException("%d questions are on their way".formatted(MOST_AT_ONCE));
        }
        try {
            var body = QuestionBody.of(question, server, UUID.randomUUID().toString());
            if (body.length > LONGEST_QUESTION) {
                throw new IOException("the question is longer than %d bytes".formatted(LONGEST_QUESTION));
            }
            var request = request(SignedBody.of(body, clock.instant(), key));
            try {
                return DecisionAnswer.read(send(request, until));
            } catch (ClosedConnection kept) {
                // It may have been closed while nothing was asked on it. Asking twice changes nothing.
                return DecisionAnswer.read(send(request, until));
            }
        } finally {
            turns.release();
        }
    }

    private HttpRequest request(SignedBody signed) {
        return HttpRequest.newBuilder(URI.create(settings.url()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("Hyperterse-Timestamp", signed.timestamp())
                .header("Hyperterse-Signature", signed.signature())
                .POST(BodyPublishers.ofByteArray(signed.body()))
                .build();
    }

    private byte[] send(HttpRequest request, long until) throws IOException, InterruptedException {
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER));
        try {
            var received = answer.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (received.statusCode() != OK) {
                throw new IOException("it answers " + received.statusCode());
            }
            return received.body();
        } catch (TimeoutException late) {
            throw new IOException("no answer within %d ms".formatted(settings.timeoutMillis()), late);
        } catch (ExecutionException failed) {
            throw new ClosedConnection(failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private static final class ClosedConnection extends IOException {
        private static final long serialVersionUID = 1L;

        ClosedConnection(Throwable cause) {
            super(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), cause);
        }
    }

    private Decision undecided(String why) {
        if (failing.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("event", "decision_failed")
                    .addKeyValue("failure", settings.failure())
                    .addKeyValue("error", why)
                    .log("the decision point does not decide; not logged again before it does");
        }
        return switch (settings.failure()) {
            case Closed -> new Decision.Undecided(FAILED);
            case Open -> new Decision.Allowed(FAILED);
        };
    }

    private void recovered() {
        if (failing.get() && failing.compareAndSet(true, false)) {
            LOG.atInfo().addKeyValue("event", "decision_recovered").log("the decision point decides again");
        }
    }
}
