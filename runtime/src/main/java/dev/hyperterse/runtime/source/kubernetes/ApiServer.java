package dev.hyperterse.runtime.source.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** GET requests to the API server, in the name of the pod's service account. */
final class ApiServer implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);

    private final ClusterAccess access;
    private final HttpClient client;

    ApiServer(ClusterAccess access) {
        this.access = access;
        var builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
        access.certificateAuthority().map(TrustedAuthority::of).ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** The object at that path; empty when there is none. */
    Optional<byte[]> read(String path) {
        try {
            var answer = client.send(request(path), HttpResponse.BodyHandlers.ofByteArray());
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
    Watch watch(String path) {
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

    /** How a request to watch was answered. */
    sealed interface Watch {
        record Open(InputStream lines) implements Watch {}

        record Refused(int status) implements Watch {}
    }
}
