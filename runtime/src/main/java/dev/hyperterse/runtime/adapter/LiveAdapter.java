package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Optional;

/**
 * One adapter through all its configurations. What a {@link SettingsChange} means decides which connections serve: new
 * credentials, for one, serve from the old connections until the new ones have proven to connect, so that a bad password
 * never replaces a working pool.
 */
public final class LiveAdapter implements AutoCloseable {
    private final String name;
    private final Connectors connectors;
    private final Handover handover;
    private final Permits permits;
    private final CallShares.Share share;
    private AdapterSettings settings;
    private Optional<Candidate> candidate = Optional.empty();
    private volatile Served current;
    /** What leads to the address before this one, for calls of the catalog before. */
    private volatile Optional<Served> leaving = Optional.empty();

    private record Served(AdapterAddress address, Connector connector) {}

    LiveAdapter(Connectors connectors, Handover handover, CallShares.Share share, AdapterSettings settings) {
        this.name = settings.adapter().name();
        this.connectors = connectors;
        this.handover = handover;
        this.share = share;
        this.settings = settings;
        this.permits = new Permits(settings.adapter().pool().maxSize());
        this.current = new Served(settings.address(), open(settings));
        connect(current.connector());
    }

    /** Only to know early: calls connect by themselves. */
    private void connect(Connector connector) {
        Thread.ofVirtual().name("connect " + name).start(connector::probe);
    }

    /** @param admittedFor what the adapter led to when the call's tool was linked; it runs nowhere else */
    public int run(
            AdapterAddress admittedFor, BoundStatement statement, Dialect dialect, CallScope scope, ResultBuffer out) {
        try {
            if (!share.enter()) {
                throw new CallFailure(
                        Stage.BUSY, "busy: too many calls wait for adapter %s, try again".formatted(name));
            }
            return runOnSuccessors(admittedFor, statement, dialect, scope, out);
        } finally {
            share.leave();
        }
    }

    /**
     * A call that waits for its turn while the settings change finds that the connections it came for are closed: nothing
     * has run yet, and those that took their place serve it. They may have been replaced by then as well, so this ends
     * with connections that are still the adapter's, or with the call.
     */
    private int runOnSuccessors(
            AdapterAddress admittedFor, BoundStatement statement, Dialect dialect, CallScope scope, ResultBuffer out) {
        var mark = out.size();
        var chosen = connector(admittedFor, dialect);
        while (true) {
            try {
                return chosen.run(statement, scope, out);
            } catch (CallFailure failure) {
                var successor = connector(admittedFor, dialect);
                if (failure.stage() != Stage.UNAVAILABLE || successor == chosen) {
                    throw failure;
                }
                out.resetTo(mark);
                chosen = successor;
            }
        }
    }

    private Connector connector(AdapterAddress admittedFor, Dialect dialect) {
        var now = current;
        if (now.address().equals(admittedFor)) {
            if (now.connector().dialect() != dialect) {
                throw Unavailable.adapter(name);
            }
            return now.connector();
        }
        return leaving.filter(before -> before.address().equals(admittedFor))
                .map(Served::connector)
                .orElseThrow(() -> new CallFailure(
                        Stage.UNAVAILABLE,
                        "adapter %s leads to another database since the call began, try again".formatted(name)));
    }

    Connector current() {
        return current.connector();
    }

    synchronized AdapterState state() {
        var state = current.connector().state();
        return candidate
                .flatMap(Candidate::problem)
                .map(problem -> new AdapterState(
                        state.name(), state.status(), Optional.of("the new settings do not work: " + problem)))
                .orElse(state);
    }

    /** Opens what new settings need, for {@link #become}; nothing has changed yet. */
    synchronized Optional<Connector> prepare(AdapterSettings wanted) {
        return needsConnector(wanted) ? Optional.of(open(wanted)) : Optional.empty();
    }

    private boolean needsConnector(AdapterSettings wanted) {
        return candidate.filter(on -> on.settings.equals(wanted)).isEmpty() && !wanted.equals(settings);
    }

    /** @param prepared for these settings; it is closed when they have come to serve meanwhile */
    synchronized void become(AdapterSettings wanted, Optional<Connector> prepared, Duration drain) {
        if (candidate.filter(on -> on.settings.equals(wanted)).isPresent()) {
            prepared.ifPresent(Connector::close);
            return;
        }
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
        if (wanted.equals(settings)) {
            prepared.ifPresent(Connector::close);
            return;
        }
        // Nothing was prepared for settings that served until a candidate took their place a moment ago.
        var connector = prepared.orElseGet(() -> open(wanted));
        switch (SettingsChange.between(settings, wanted)) {
            case ADDRESS -> moveTo(wanted, connector, drain);
            case SECURITY -> {
                switchTo(wanted, connector, drain);
                connect(connector);
            }
            case CREDENTIALS, TUNING -> {
                var next = new Candidate(wanted, connector, drain);
                candidate = Optional.of(next);
                next.start();
            }
            case NONE -> connector.close();
        }
    }

    synchronized void retire(Duration drain) {
        endCandidateAndLeaving();
        current.connector().retire(drain);
    }

    @Override
    public synchronized void close() {
        endCandidateAndLeaving();
        current.connector().close();
    }

    private void endCandidateAndLeaving() {
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
        leaving.ifPresent(before -> before.connector().close());
        leaving = Optional.empty();
    }

    private Connector open(AdapterSettings of) {
        return connectors.open(of, permits);
    }

    private synchronized void switchTo(AdapterSettings wanted, Connector next, Duration drain) {
        var before = current;
        permits.resize(wanted.adapter().pool().maxSize());
        settings = wanted;
        current = new Served(wanted.address(), next);
        before.connector().retire(drain);
    }

    /** The connections before serve the calls of the old catalog as long as such a call may take. */
    private void moveTo(AdapterSettings wanted, Connector next, Duration drain) {
        var before = current;
        leaving.ifPresent(longGone -> longGone.connector().close());
        leaving = Optional.of(before);
        permits.resize(wanted.adapter().pool().maxSize());
        settings = wanted;
        current = new Served(wanted.address(), next);
        connect(next);
        Thread.ofVirtual().name("leave " + name).start(() -> leave(before, drain));
    }

    private void leave(Served before, Duration drain) {
        try {
            Thread.sleep(drain);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            leaving = leaving.filter(on -> on != before);
        }
        before.connector().close();
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
        private boolean promoted;
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

        private void tryOnce() {
            var state = connector.probe();
            if (state.status() == AdapterState.Status.UP) {
                promote(this);
                promoted = true;
            }
            problem = state.message();
        }

        private void tryUntilItWorks() {
            try {
                Thread.sleep(handover.beforeFirstAttempt());
                for (var attempt = 0; !abandoned; attempt++) {
                    BackgroundTurn.run("hand over " + name, this::tryOnce);
                    if (promoted) {
                        return;
                    }
                    Thread.sleep(handover.afterAttempt(attempt));
                }
            } catch (InterruptedException nobodyWantsItAnyMore) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
