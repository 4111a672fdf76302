package dev.hyperterse.operator.observe;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Asks one pod what it serves, and again as soon as that is something else, until it is stopped. */
final class ReplicaFollower {
    private static final Duration BOOTING = Duration.ofMillis(200);
    private static final Duration SHORTEST_TURN = Duration.ofMillis(50);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final int DOUBLINGS = 6;

    private final ServerKey server;
    private final ReplicaAdmin port;
    private final Runnable changed;
    private final Thread thread;
    private final Semaphore asked = new Semaphore(0);
    private volatile RuntimeEndpoint pod;
    private volatile Heard heard = new Heard(false, Optional.empty());

    ReplicaFollower(ServerKey server, RuntimeEndpoint pod, ReplicaAdmin port, Runnable changed) {
        this.server = server;
        this.pod = pod;
        this.port = port;
        this.changed = changed;
        this.thread = Thread.ofVirtual().name("replica-" + pod.name()).unstarted(this::follow);
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    /** Whether its thread came to its end within the limit, after {@link #stop}. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return thread.join(limit);
    }

    /** The pod as it is now, at the same address. One that has become ready is likely to answer. */
    void seen(RuntimeEndpoint now) {
        if (now.ready() && !pod.ready()) {
            asked.release();
        }
        pod = now;
    }

    /** Whether it still is at the address that is asked. */
    boolean follows(RuntimeEndpoint found) {
        return found.address().equals(pod.address()) && found.adminPort() == pod.adminPort();
    }

    Heard heard() {
        return heard;
    }

    Replicas.Replica replica() {
        var now = heard;
        return new Replicas.Replica(pod.name(), pod.version(), pod.ready(), now.asked(), now.answer());
    }

    private void follow() {
        var failures = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var began = System.nanoTime();
                var answer = ask();
                note(answer);
                failures = answer.isPresent() ? 0 : failures + 1;
                pause(answer.map(it -> restAfter(it, Duration.ofNanos(System.nanoTime() - began)))
                        .orElse(pauseAfter(failures - 1)));
            }
        } catch (InterruptedException stopped) {
            // Its thread ends.
        } finally {
            port.forget(pod);
        }
    }

    /** Empty when it does not answer. */
    private Optional<ReplicaAnswer> ask() throws InterruptedException {
        try {
            return port.ask(server, pod, heard.answer());
        } catch (RuntimeException unreadable) {
            // No other thread asks in the place of one that ended.
            BackgroundTurn.failed("replica-" + pod.name(), unreadable);
            return Optional.empty();
        }
    }

    private void note(Optional<ReplicaAnswer> answer) {
        var now = new Heard(true, answer);
        if (!now.equals(heard) && !Thread.currentThread().isInterrupted()) {
            heard = now;
            BackgroundTurn.run("replica-" + pod.name(), changed);
        }
    }

    private void pause(Duration time) throws InterruptedException {
        if (asked.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
            asked.drainPermits();
        }
    }

    /** A replica that answers at once, again and again, must not keep the operator busy. */
    static Duration restAfter(ReplicaAnswer answer, Duration took) {
        if (answer.revision().isEmpty()) {
            return BOOTING;
        }
        return took.compareTo(SHORTEST_TURN) < 0 ? SHORTEST_TURN.minus(took) : Duration.ZERO;
    }

    static Duration pauseAfter(int failures) {
        var doubled = FIRST_PAUSE.multipliedBy(1L << Math.clamp(failures, 0, DOUBLINGS));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    /**
     * @param asked whether it has answered, or was found not to
     * @param answer empty while it does not answer
     */
    record Heard(boolean asked, Optional<ReplicaAnswer> answer) {}
}
