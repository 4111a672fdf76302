package dev.hyperterse.playground.node.container;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.controlplane.ControlPlaneException;
import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One container of a pod: started, watched, started again. Everything but {@link #process()} belongs to the thread of the
 * pod's worker.
 */
public final class ContainerWorker {
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final String NO_IMAGE = "ErrImagePull";
    private static final String STILL_NO_IMAGE = "ImagePullBackOff";

    private final Container spec;
    private final Context context;
    private final BackOff backOff;
    private ContainerState state = new ContainerState.Waiting("ContainerCreating", "", Instant.MIN);
    private Optional<ContainerState.Terminated> last = Optional.empty();
    private Optional<ContainerHealth> health = Optional.empty();
    private Optional<Farewell> farewell = Optional.empty();
    private volatile Optional<ChildProcess> process = Optional.empty();
    private int restarts;
    private boolean ending;
    private boolean forGood;

    /** The parts of its pod that a container takes. */
    public record Context(
            Launcher launcher, String address, Duration grace, NodeTiming timing, Clock clock, Runnable changed) {}

    public ContainerWorker(Container spec, Context context) {
        this.spec = spec;
        this.context = context;
        this.backOff = new BackOff(context.timing());
    }

    public Container spec() {
        return spec;
    }

    public ContainerState state() {
        return state;
    }

    /** How the run before ended. */
    public Optional<ContainerState.Terminated> last() {
        return last;
    }

    public int restarts() {
        return restarts;
    }

    public boolean started() {
        return state instanceof ContainerState.Running
                && health.map(ContainerHealth::started).orElse(false);
    }

    public boolean ready() {
        return state instanceof ContainerState.Running
                && health.map(ContainerHealth::ready).orElse(false);
    }

    /** The process of the latest run, which may have ended. */
    public Optional<ChildProcess> process() {
        return process;
    }

    /** Does what is due. */
    public void step() {
        switch (state) {
            case ContainerState.Waiting waiting -> {
                if (!forGood && !context.clock().instant().isBefore(waiting.next())) {
                    start();
                }
            }
            case ContainerState.Running running -> watch(running);
            case ContainerState.Terminated _ -> {}
        }
    }

    /** Lets it end, and never starts it again. */
    public void stop(Duration grace) {
        forGood = true;
        if (state instanceof ContainerState.Running running) {
            end(running, grace);
        }
    }

    public boolean stopped() {
        return !(state instanceof ContainerState.Running);
    }

    /** Without any farewell. */
    public void kill() {
        forGood = true;
        health.ifPresent(ContainerHealth::close);
        process.ifPresent(ChildProcess::close);
    }

    private void start() {
        try {
            var watched = ContainerHealth.of(spec, context.address(), context.changed());
            farewell = Optional.of(Farewell.of(spec));
            var launched = context.launcher().launch(spec);
            process = Optional.of(launched);
            health = Optional.of(watched);
            ending = false;
            restarts += last.isPresent() ? 1 : 0;
            state = new ContainerState.Running(launched, context.clock().instant());
            launched.exit().thenRun(context.changed());
            watched.watch();
        } catch (CannotStart refused) {
            state = refused(refused);
        } catch (KubernetesClientException away) {
            state = waiting(CannotStart.CREATING, away.getMessage(), RETRY);
        } catch (ControlPlaneException unstartable) {
            state = waiting("RunContainerError", unstartable.toString(), backOff.afterRefusal());
        }
    }

    private ContainerState refused(CannotStart refused) {
        if (!refused.reason().equals(NO_IMAGE)) {
            return waiting(refused.reason(), refused.getMessage(), RETRY);
        }
        var again = state instanceof ContainerState.Waiting before
                && (before.reason().equals(NO_IMAGE) || before.reason().equals(STILL_NO_IMAGE));
        return waiting(again ? STILL_NO_IMAGE : NO_IMAGE, refused.getMessage(), backOff.afterRefusal());
    }

    private ContainerState.Waiting waiting(String reason, String message, Duration wait) {
        return new ContainerState.Waiting(
                reason, message, context.clock().instant().plus(wait));
    }

    private void watch(ContainerState.Running running) {
        if (!running.process().isAlive()) {
            ended(running);
        } else if (health.map(ContainerHealth::failed).orElse(false)) {
            end(running, context.grace());
        }
    }

    private void end(ContainerState.Running running, Duration grace) {
        if (ending) {
            return;
        }
        ending = true;
        health.ifPresent(ContainerHealth::close);
        Thread.ofVirtual().start(() -> {
            try {
                farewell.orElseThrow().say(running.process(), grace);
            } catch (InterruptedException nobodyInterruptsIt) {
                throw new IllegalStateException(nobodyInterruptsIt);
            }
        });
    }

    private void ended(ContainerState.Running running) {
        health.ifPresent(ContainerHealth::close);
        var now = context.clock().instant();
        var terminated = new ContainerState.Terminated(running.process().exit().join(), running.since(), now);
        if (forGood) {
            state = terminated;
            return;
        }
        last = Optional.of(terminated);
        var wait = backOff.after(Duration.between(running.since(), now));
        state = waiting(
                "CrashLoopBackOff",
                "back-off " + wait.toSeconds() + "s restarting failed container=" + spec.getName(),
                wait);
        if (wait.isZero()) {
            start();
        }
    }
}
