package dev.hyperterse.operator.observe;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.ReplicaAnswer;
import dev.hyperterse.operator.resolve.ServerKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Asks over HTTP. Whatever answers at the address of a pod is not trusted: neither to end, nor to be small. */
final class HttpAdminPort implements AdminPort, AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Ten thousand refused leaves fit in; nothing else is large. */
    private static final long LONGEST_ANSWER = 4L << 20;

    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Duration answerLimit;

    /** @param answerLimit so long a pod may take to say anything, beside what it is asked to wait */
    HttpAdminPort(Duration answerLimit) {
        this.answerLimit = answerLimit;
    }

    @Override
    public ReplicaAnswer ask(ServerKey server, RuntimeEndpoint pod, Optional<Revision> known)
            throws InterruptedException {
        try {
            var limit = known.isPresent() ? answerLimit.plus(PATIENCE) : answerLimit;
            var answer = client.send(
                    HttpRequest.newBuilder(address(pod, known)).timeout(limit).build(),
                    BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER));
            if (answer.statusCode() != OK) {
                throw new UnreachableReplica("answers " + answer.statusCode());
            }
            return RevisionAnswers.parse(answer.body(), server);
        } catch (IOException failed) {
            throw new UnreachableReplica("does not answer", failed);
        } catch (IllegalArgumentException badAddress) {
            throw new UnreachableReplica("has no address that can be asked", badAddress);
        }
    }

    static URI address(RuntimeEndpoint pod, Optional<Revision> known) {
        var host = pod.address().contains(":") ? "[" + pod.address() + "]" : pod.address();
        var query = known.map(it -> "?not=" + it.position() + "&wait=" + PATIENCE.toSeconds() + "s");
        return URI.create("http://" + host + ":" + pod.adminPort() + "/revision" + query.orElse(""));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
