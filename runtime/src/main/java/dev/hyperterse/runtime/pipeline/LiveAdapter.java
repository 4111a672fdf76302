package dev.hyperterse.runtime.pipeline;

import java.time.Duration;
import java.util.Optional;

/**
 * One adapter through all its configurations. Another address switches at once. Anything else, such as new credentials,
 * serves from the old connections until the new ones have proven to connect, so that a bad password never replaces a
 * working pool.
 */
final class LiveAdapter implements AutoCloseable {
    private final Connectors connectors;
    private final Handover handover;
    private final Permits permits;
    private AdapterSettings settings;
    private Optional<Candidate> candidate = Optional.empty();
    private volatile Connector current;

    LiveAdapter(Connectors connectors, Handover handover, AdapterSettings settings) {
        this.connectors = connectors;
        this.handover = handover;
        this.settings = settings;
        this.permits = new Permits(settings.adapter().pool().maxSize());
        this.current = open(settings);
        var first = current;
        // Only to know early: calls connect by themselves.
        Thread.ofVirtual().name("connect " + settings.adapter().name()).start(first::probe);
    }

    Connector current() {
        return current;
    }

    synchronized AdapterState state() {
        var state = current.state();
        return candidate
                .flatMap(Candidate::problem)
                .map(problem -> new AdapterState(
                        state.name(), state.status(), Optional.of("the new settings do not work: " + problem)))
                .orElse(state);
    }

    synchronized void become(AdapterSettings wanted, Duration drain) {
        if (candidate.isPresent() && candidate.get().settings.equals(wanted)) {
            return;
        }
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
        if (wanted.equals(settings)) {
            return;
        }
        if (wanted.sameAddress(settings)) {
            var next = new Candidate(wanted, open(wanted), drain);
            candidate = Optional.of(next);
            next.start();
        } else {
            switchTo(wanted, open(wanted), drain);
            Thread.ofVirtual().name("connect " + wanted.adapter().name()).start(current::probe);
        }
    }

    synchronized void retire(Duration drain) {
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
        current.retire(drain);
    }

    @Override
    public synchronized void close() {
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
        current.close();
    }

    private Connector open(AdapterSettings of) {
        return connectors.open(of, permits);
    }

    private synchronized void switchTo(AdapterSettings wanted, Connector next, Duration drain) {
        var before = current;
        permits.resize(wanted.adapter().pool().maxSize());
        settings = wanted;
        current = next;
        before.retire(drain);
    }

    private synchronized void promote(Candidate proven) {
        if (candidate.filter(proven::equals).isPresent()) {
            candidate = Optional.empty();
            switchTo(proven.settings, proven.connector, proven.drain);
        }
    }

    /** New settings on their way: tried on a thread of their own until they connect or are no longer wanted. */
    private final class Candidate {
        private final AdapterSettings settings;
        private final Connector connector;
        private final Duration drain;
        private volatile Optional<String> problem = Optional.empty();
        private volatile boolean abandoned;
        private volatile Thread thread;

        Candidate(AdapterSettings settings, Connector connector, Duration drain) {
            this.settings = settings;
            this.connector = connector;
            this.drain = drain;
        }

        Optional<String> problem() {
            return problem;
        }

        void start() {
            thread = Thread.ofVirtual()
                    .name("hand over " + settings.adapter().name())
                    .start(this::tryUntilItWorks);
        }

        /** Its pool may still be connecting, and who has newer settings does not wait for that. */
        void abandon() {
            abandoned = true;
            thread.interrupt();
            Thread.ofVirtual().name("give up " + settings.adapter().name()).start(connector::close);
        }

        private void tryUntilItWorks() {
            try {
                Thread.sleep(handover.beforeFirstAttempt());
                for (var attempt = 0; !abandoned; attempt++) {
                    var state = connector.probe();
                    if (state.status() == AdapterState.Status.UP) {
                        promote(this);
                        return;
                    }
                    problem = state.message();
                    Thread.sleep(handover.afterAttempt(attempt));
                }
            } catch (InterruptedException nobodyWantsItAnyMore) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
