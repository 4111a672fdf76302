package dev.hyperterse.runtime.source.kubernetes.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** GET requests to the API server, in the name of the pod's service account. */
public final class ApiServer implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration WHOLE_ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final ClusterAccess access;
    private final Duration wholeAnswer;
    private final HttpClient client;

    public ApiServer(ClusterAccess access) {
        this(access, WHOLE_ANSWER_TIMEOUT);
    }

    /** @param wholeAnswer so long an object may take to arrive to its last byte */
    public ApiServer(ClusterAccess access, Duration wholeAnswer) {
        this.access = access;
        this.wholeAnswer = wholeAnswer;
        var builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
        access.certificateAuthority().map(TrustedAuthority::of).ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** The object at that path; empty if it does not exist. */
    public Optional<byte[]> read(String path) {
        try {
            var answer = wholeAnswer(request(path));
            return switch (answer.statusCode()) {
                case 200 -> Optional.of(answer.body());
                case 404 -> Optional.empty();
                default -> throw new ApiServerException(path + " answered " + answer.statusCode());
            };
        } catch (IOException unreachable) {
            throw new ApiServerException("the API server does not answer: " + unreachable, unreachable);
        } catch (InterruptedException stopped) {
            throw interrupted(stopped);
        }
    }

    /** The lines of a watch. Closing the stream, from any thread, ends it. */
    public Watch watch(String path) {
        try {
            var answer = client.send(request(path), HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                answer.body().close();
                return new Watch.Refused(answer.statusCode());
            }
            return new Watch.Open(answer.body());
        } catch (IOException unreachable) {
            throw new ApiServerException("the API server does not answer: " + unreachable, unreachable);
        } catch (InterruptedException stopped) {
            throw interrupted(stopped);
        }
    }

    /**
     * The timeout of a request ends with the head of its response; a peer that stalls after it must not block a replica
     * for ever.
     */
    private HttpResponse<byte[]> wholeAnswer(HttpRequest request) throws IOException, InterruptedException {
        var answer = client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(wholeAnswer.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException stalled) {
            throw new HttpTimeoutException("the answer does not end");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException unreachable
                    ? unreachable
                    : new IOException("the request failed", failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(access.server() + path))
                .timeout(ANSWER_TIMEOUT)
                .header("Authorization", "Bearer " + token())
                .header("Accept", "application/json")
                .build();
    }

    private String token() {
        try {
            return Files.readString(access.tokenFile()).strip();
        } catch (IOException unreadable) {
            throw new ApiServerException("the token cannot be read from " + access.tokenFile(), unreadable);
        }
    }

    private static ApiServerException interrupted(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new ApiServerException("stopped while waiting for the API server", stopped);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** The response to a watch request. */
    public sealed interface Watch {
        record Open(InputStream lines) implements Watch {}

        record Refused(int status) implements Watch {}
    }
}
