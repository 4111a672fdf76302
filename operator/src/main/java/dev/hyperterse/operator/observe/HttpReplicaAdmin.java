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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

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
    private final AnswerRoom room;

    /** Of the last answer of each pod. */
    private final Map<String, AnswerRoom.Share> kept = new ConcurrentHashMap<>();

    /** A large answer takes several times its text while it is parsed. */
    private final Lock parsing = new ReentrantLock();

    /**
     * @param answerLimit so long a pod may take to say anything, beside what it is asked to wait
     * @param room for answers, which this one keeps until the next one of a pod
     */
    HttpReplicaAdmin(Duration answerLimit, AnswerRoom room) {
        this.answerLimit = answerLimit;
        this.room = room;
    }

    @Override
    public Optional<ReplicaAnswer> ask(ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> heard)
            throws InterruptedException {
        var share = room.share(server.namespace());
        var answer = Optional.<ReplicaAnswer>empty();
        try {
            answer = ask(server, pod, heard, share).filter(share::holds);
        } finally {
            if (answer.isPresent()) {
                forget(kept.put(pod.uid(), share));
            } else {
                share.close();
                forget(pod);
            }
        }
        return answer;
    }

    @Override
    public void forget(RuntimeEndpoint pod) {
        forget(kept.remove(pod.uid()));
    }

    private static void forget(AnswerRoom.Share share) {
        Optional.ofNullable(share).ifPresent(AnswerRoom.Share::close);
    }

    private Optional<ReplicaAnswer> ask(
            ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> heard, AnswerRoom.Share share)
            throws InterruptedException {
        try {
            var known = heard.filter(answer -> answer.revision().isPresent());
            var limit = known.isPresent() ? answerLimit.plus(LONG_POLL) : answerLimit;
            var answer = wholeAnswer(
                    HttpRequest.newBuilder(address(pod, known)).timeout(limit).build(), limit, share);
            return answer.statusCode() == OK ? parse(answer.body(), server) : Optional.empty();
        } catch (IOException | IllegalArgumentException silentOrBadAddress) {
            return Optional.empty();
        }
    }

    private Optional<ReplicaAnswer> parse(byte[] body, ServerKey server) {
        parsing.lock();
        try {
            return RevisionAnswers.parse(body, server);
        } finally {
            parsing.unlock();
        }
    }

    /** The limit of a request ends with the head of its answer; the body may take no longer either. */
    private HttpResponse<byte[]> wholeAnswer(HttpRequest request, Duration limit, AnswerRoom.Share share)
            throws IOException, InterruptedException {
        var answer = client.sendAsync(request, BodyHandlers.limiting(_ -> share.body(), LONGEST_ANSWER));
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
