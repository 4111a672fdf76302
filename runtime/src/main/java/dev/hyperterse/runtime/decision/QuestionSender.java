package dev.hyperterse.runtime.decision;

import dev.hyperterse.catalog.server.auth.DecisionSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Sends requests as signed POSTs over kept-alive connections, and reads responses up to a limit. */
final class QuestionSender {
    static final int LONGEST_ANSWER = 16 * 1024;
    static final int OK = 200;

    /** Reads no body of a status other than {@link #OK}. */
    private static final BodyHandler<byte[]> ANSWER = head -> head.statusCode() == OK
            ? BodySubscribers.limiting(BodySubscribers.ofByteArray(), LONGEST_ANSWER)
            : BodySubscribers.replacing(new byte[0]);

    private final DecisionSettings settings;
    private final String key;
    private final InstantSource clock;
    private final HttpClient client;

    QuestionSender(DecisionSettings settings, String key, Optional<SSLContext> trust, InstantSource clock) {
        this.settings = settings;
        this.key = key;
        this.clock = clock;
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofMillis(settings.timeoutMillis()))
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        trust.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /**
     * @param again the body with another id: the decision point may have read the first one, and refuses an id that it knows
     * @param until a reading of {@link System#nanoTime}
     * @throws IOException if there is no response until then
     */
    HttpResponse<byte[]> send(byte[] body, Supplier<byte[]> again, long until)
            throws IOException, InterruptedException {
        try {
            return send(request(body), until);
        } catch (ClosedConnection kept) {
            // The idle connection may have been closed. A repeated question has no effect.
            return send(request(again.get()), until);
        }
    }

    private HttpRequest request(byte[] body) {
        var signed = SignedBody.of(body, clock.instant(), key);
        return HttpRequest.newBuilder(URI.create(settings.url()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("Hyperterse-Timestamp", signed.timestamp())
                .header("Hyperterse-Signature", signed.signature())
                .POST(BodyPublishers.ofByteArray(signed.body()))
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request, long until) throws IOException, InterruptedException {
        var answer = client.sendAsync(request, ANSWER);
        try {
            return answer.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
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
}
