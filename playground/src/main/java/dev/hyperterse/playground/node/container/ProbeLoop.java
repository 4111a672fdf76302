package dev.hyperterse.playground.node.container;

import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.util.function.Consumer;

/** Probes repeatedly, and notifies when enough answers in a row say something new. */
final class ProbeLoop implements AutoCloseable {
    private final HttpQuestion question;
    private final Probe probe;
    private final Consumer<Boolean> probed;
    private final Thread thread;

    private ProbeLoop(HttpQuestion question, Probe probe, Consumer<Boolean> probed) {
        this.question = question;
        this.probe = probe;
        this.probed = probed;
        this.thread = Thread.ofVirtual().unstarted(this::run);
    }

    /** Which question it would ask; refused where it is none that this node asks. */
    static HttpQuestion question(Probe probe, Container container, String address) throws CannotStart {
        if (probe.getHttpGet() == null) {
            throw new CannotStart(CannotStart.CONFIGURATION, "the playground's node has probes of httpGet only");
        }
        return HttpQuestion.of(probe.getHttpGet(), container, address);
    }

    static ProbeLoop start(HttpQuestion question, Probe probe, Consumer<Boolean> probed) {
        var loop = new ProbeLoop(question, probe, probed);
        loop.thread.start();
        return loop;
    }

    private void run() {
        try {
            Thread.sleep(seconds(probe.getInitialDelaySeconds(), 0));
            var row = 0;
            var before = false;
            while (true) {
                var success = question.ask(seconds(probe.getTimeoutSeconds(), 1));
                row = success == before ? row + 1 : 1;
                before = success;
                if (Thread.interrupted()) {
                    return;
                }
                if (row
                        == (success
                                ? orElse(probe.getSuccessThreshold(), 1)
                                : orElse(probe.getFailureThreshold(), 3))) {
                    probed.accept(success);
                }
                Thread.sleep(seconds(probe.getPeriodSeconds(), 10));
            }
        } catch (InterruptedException closed) {
            // The result is not needed any more.
        }
    }

    private static int orElse(Integer given, int otherwise) {
        return given == null ? otherwise : given;
    }

    private static Duration seconds(Integer given, int otherwise) {
        return Duration.ofSeconds(orElse(given, otherwise));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
