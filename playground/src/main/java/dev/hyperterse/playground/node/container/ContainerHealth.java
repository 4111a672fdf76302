package dev.hyperterse.playground.node.container;

import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The results of the probes of one run of a container. */
final class ContainerHealth implements AutoCloseable {
    private final Runnable changed;
    private final Optional<Question> startup;
    private final Optional<Question> readiness;
    private final Optional<Question> liveness;
    private final List<ProbeLoop> loops = new ArrayList<>();
    private boolean closed;
    private volatile boolean started;
    private volatile boolean ready;
    private volatile boolean failed;

    private ContainerHealth(
            Optional<Question> startup, Optional<Question> readiness, Optional<Question> liveness, Runnable changed) {
        this.startup = startup;
        this.readiness = readiness;
        this.liveness = liveness;
        this.changed = changed;
    }

    private record Question(HttpQuestion http, Probe probe) {
        static Optional<Question> of(Probe probe, Container container, String address) throws CannotStart {
            return probe == null
                    ? Optional.empty()
                    : Optional.of(new Question(ProbeLoop.question(probe, container, address), probe));
        }
    }

    /** Not asking anything yet. */
    static ContainerHealth of(Container container, String address, Runnable changed) throws CannotStart {
        return new ContainerHealth(
                Question.of(container.getStartupProbe(), container, address),
                Question.of(container.getReadinessProbe(), container, address),
                Question.of(container.getLivenessProbe(), container, address),
                changed);
    }

    /** The container runs from now on. */
    synchronized void watch() {
        startup.ifPresentOrElse(question -> loop(question, this::startupSays), this::startupDone);
    }

    /** The startup probe has succeeded, or there is none. */
    boolean started() {
        return started;
    }

    boolean ready() {
        return ready;
    }

    /** To be stopped and started again. */
    boolean failed() {
        return failed;
    }

    private synchronized void startupSays(boolean success) {
        if (success && !started) {
            startupDone();
        } else if (!success && !started) {
            failed = true;
        }
        changed.run();
    }

    private void startupDone() {
        started = true;
        readiness.ifPresentOrElse(question -> loop(question, this::readinessSays), () -> ready = true);
        liveness.ifPresent(question -> loop(question, this::livenessSays));
    }

    /** An answer can arrive after the probes have ended. */
    private synchronized void readinessSays(boolean success) {
        ready = success && !closed;
        changed.run();
    }

    private void livenessSays(boolean success) {
        if (!success) {
            failed = true;
            changed.run();
        }
    }

    private void loop(Question question, Consumer<Boolean> probed) {
        if (!closed) {
            loops.add(ProbeLoop.start(question.http(), question.probe(), probed));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        ready = false;
        loops.forEach(ProbeLoop::close);
    }
}
