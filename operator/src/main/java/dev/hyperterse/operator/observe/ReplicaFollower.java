package dev.hyperterse.operator.observe;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks one pod what it serves, and again as soon as that is something else, until it is stopped. */
final class ReplicaFollower {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration ANSWER_LIMIT = PATIENCE.plusSeconds(10);
    private static final Duration BOOTING = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RuntimeEndpoint pod;
    private final HttpClient client;
    private final Runnable changed;
    private final Thread thread;
    private volatile Optional<Revision> revision = Optional.empty();

    ReplicaFollower(RuntimeEndpoint pod, HttpClient client, Runnable changed) {
        this.pod = pod;
        this.client = client;
        this.changed = changed;
        this.thread = Thread.ofVirtual().name("replica-" + pod.name()).unstarted(this::follow);
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    /** Empty while it serves nothing, or does not answer. */
    Optional<Revision> revision() {
        return revision;
    }

    private void follow() {
        var failures = 0;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                var answer = ask();
                failures = 0;
                note(answer.revision());
                if (answer.revision().isEmpty()) {
                    Thread.sleep(BOOTING);
                }
            } catch (InterruptedException stopped) {
                return;
            } catch (UnreachableReplica unreachable) {
                note(Optional.empty());
                if (!pause(failures++)) {
                    return;
                }
            }
        }
    }

    private void note(Optional<Revision> now) {
        if (!now.equals(revision)) {
            revision = now;
            changed.run();
        }
    }

    private RevisionAnswer ask() throws InterruptedException {
        var known = revision.map(it -> "?not=" + it.position() + "&wait=" + PATIENCE.toSeconds() + "s");
        var host = pod.address().contains(":") ? "[" + pod.address() + "]" : pod.address();
        var address = URI.create("http://" + host + ":" + pod.adminPort() + "/revision" + known.orElse(""));
        try {
            var answer = client.send(
                    HttpRequest.newBuilder(address).timeout(ANSWER_LIMIT).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new UnreachableReplica("answers " + answer.statusCode());
            }
            return RevisionAnswer.parse(answer.body());
        } catch (IOException failed) {
            throw new UnreachableReplica("does not answer", failed);
        }
    }

    /** False when stopped meanwhile. */
    private static boolean pause(int failures) {
        var doubled = Duration.ofMillis(50L << Math.min(failures, 6));
        try {
            Thread.sleep(doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE);
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }
}
