package dev.hyperterse.operator.observe;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks over HTTP. An answer from the address of a pod is not trusted to end, or to be small. */
final class HttpReplicaAdmin implements ReplicaAdmin {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final Duration LONG_POLL = Duration.ofSeconds(30);

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
    HttpReplicaAdmin(Duration answerLimit) {
        this.answerLimit = answerLimit;
    }

    @Override
    public Optional<ReplicaAnswer> ask(ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> heard)
            throws InterruptedException {
        try {
            var known = heard.filter(answer -> answer.revision().isPresent());
            var limit = known.isPresent() ? answerLimit.plus(LONG_POLL) : answerLimit;
            var answer = wholeAnswer(
                    HttpRequest.newBuilder(address(pod, known)).timeout(limit).build(), limit);
            return answer.statusCode() == OK ? RevisionAnswers.parse(answer.body(), server) : Optional.empty();
        } catch (IOException | IllegalArgumentException silentOrBadAddress) {
            return Optional.empty();
        }
    }

    /** The limit of a request ends with the head of its answer; the body may take no longer either. */
    private HttpResponse<byte[]> wholeAnswer(HttpRequest request, Duration limit)
            throws IOException, InterruptedException {
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER));
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException stalled) {
            throw new HttpTimeoutException("the answer does not end");
        } catch (ExecutionException failed) {
            throw new IOException("the request failed", failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** The revision alone does not say what changed since an answer: connections come and go beside it. */
    private static String question(ReplicaAnswer known) {
        var position = known.revision().orElseThrow().position();
        var state = known.state().isPresent() ? "&state=" + known.state().getAsLong() : "";
        return "?not=" + position + "&wait=" + LONG_POLL.toSeconds() + "s" + state;
    }

    static URI address(RuntimeEndpoint pod, Optional<ReplicaAnswer> known) {
        var host = pod.address().contains(":") ? "[" + pod.address() + "]" : pod.address();
        var query = known.map(HttpReplicaAdmin::question);
        return URI.create("http://" + host + ":" + pod.adminPort() + "/revision" + query.orElse(""));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
