package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Optional;

/**
 * One adapter with one address, through all its configurations. Tools refer to it, so their calls finish on the data
 * that they were linked with. The {@link SettingsChange} decides which connections serve: with new credentials, for
 * example, the old connections serve until the new ones have connected, so that a wrong password never replaces a
 * working pool.
 */
public final class LiveAdapter<O> implements AutoCloseable {
    private final String name;
    private final String system;
    private final Handover handover;
    private final Permits permits;
    private final CallShares.Share share;
    private final Circuit circuit;
    private AdapterSettings<O> settings;
    private Optional<Candidate> candidate = Optional.empty();
    private volatile Connector<O> current;
    /** Set after {@link #current}, so that a reader never combines these with an older connector. */
    private volatile Connections connections;
    /** Whether the live catalog no longer has this adapter. */
    private volatile boolean leaving;

    LiveAdapter(Handover handover, CallShares.Share share, AdapterSettings<O> settings) {
        this.name = settings.adapter().name();
        this.system = settings.system();
        this.handover = handover;
        this.share = share;
        this.circuit =
                new Circuit(name, System::nanoTime, handover.random(), () -> current.isSilent(), this::inBackground);
        this.settings = settings;
        this.permits = new Permits(settings.adapter().pool().maxSize());
        this.current = settings.open(permits);
        this.connections = new Connections(settings.adapter().access());
        connect(current);
    }

    /**
     * Identifies the current connections. Later connections are another object, because they may have other privileges
     * or see other data.
     */
    public static final class Connections {
        private final Access access;

        Connections(Access access) {
            this.access = access;
        }

        /** Whether the engine refuses writes on them. */
        public boolean readOnly() {
            return access == Access.ReadOnly;
        }
    }

    public Connections connections() {
        return connections;
    }

    /** Probes early, to know the state; calls connect by themselves. */
    private void connect(Connector<O> connector) {
        Thread.ofVirtual().name("connect " + name).start(connector::probe);
    }

    private void inBackground(Runnable question) {
        Thread.ofVirtual().name("ask " + name).start(() -> BackgroundTurn.run("ask " + name, question));
    }

    public synchronized OperationKind<O> operations() {
        return settings.operations();
    }

    /** @param binder that made the operation; identifies the statement */
    public int run(Binder<O> binder, O operation, CallScope scope, ResultBuffer out) {
        try {
            if (!share.enter()) {
                throw new CallFailure(
                        Stage.BUSY, "busy: too many calls wait for adapter %s, try again".formatted(name));
            }
            return circuit.run(binder, scope, () -> runOnSuccessors(operation, scope, out));
        } finally {
            share.leave();
        }
    }

    /** Checks an operation with the engine, on the current connections. */
    public StatementCheck check(O operation, CallScope scope) {
        return current.check(operation, scope);
    }

    /**
     * If the settings change while a call waits for a connection, its connector is closed and nothing has run yet, so
     * the successor serves the call. The successor may have been replaced as well, so this repeats until the connector
     * is current.
     */
    private int runOnSuccessors(O operation, CallScope scope, ResultBuffer out) {
        var mark = out.size();
        var chosen = current;
        while (true) {
            try {
                return chosen.run(operation, scope, out);
            } catch (CallFailure failure) {
                var successor = current;
                if (failure.stage() != Stage.UNAVAILABLE) {
                    throw failure;
                }
                if (successor == chosen) {
                    throw leaving ? UnavailableFailures.changed(name) : failure;
                }
                out.resetTo(mark);
                chosen = successor;
            }
        }
    }

    /** Connects once, to check whether its settings work; waits no longer than the adapter's connection timeout. */
    public AdapterState probe() {
        return current.probe();
    }

    /** The number of calls that wait for a connection. */
    int waiting() {
        return permits.waiting();
    }

    /** The {@code db.system.name} of OpenTelemetry. */
    public String system() {
        return system;
    }

    /** Whether calls fail at once because the other side has not answered in time. */
    boolean isCircuitOpen() {
        return circuit.isOpen();
    }

    synchronized AdapterState state() {
        var state = circuit.isOpen() ? AdapterState.down(name, "it does not answer in time") : current.state();
        return candidate
                .flatMap(Candidate::problem)
                .map(problem -> new AdapterState(
                        state.name(), state.status(), Optional.of("the new settings do not work: " + problem)))
                .orElse(state);
    }

    /** Empty when they have another address, which makes another adapter. */
    synchronized Optional<Reconfiguration<O>> prepare(AdapterSettings<?> wanted) {
        return own(wanted)
                .map(mine -> new Reconfiguration<>(
                        this, mine, needsConnector(mine) ? Optional.of(mine.open(permits)) : Optional.empty()));
    }

    @SuppressWarnings("unchecked") // An address is of one engine, and an engine runs one kind of operation.
    private Optional<AdapterSettings<O>> own(AdapterSettings<?> wanted) {
        return wanted.address().equals(settings.address())
                ? Optional.of((AdapterSettings<O>) wanted)
                : Optional.empty();
    }

    /** New settings at the same address, with the connector that they need; not applied yet. */
    record Reconfiguration<O>(LiveAdapter<O> adapter, AdapterSettings<O> wanted, Optional<Connector<O>> prepared) {
        void apply(Duration drain) {
            adapter.become(wanted, prepared, drain);
        }

        void discard() {
            prepared.ifPresent(Connector::close);
        }
    }

    private boolean needsConnector(AdapterSettings<O> wanted) {
        return candidate.filter(on -> on.settings.equals(wanted)).isEmpty() && !wanted.equals(settings);
    }

    /** @param prepared connector for these settings; closed if they are in use meanwhile */
    private synchronized void become(AdapterSettings<O> wanted, Optional<Connector<O>> prepared, Duration drain) {
        if (candidate.filter(on -> on.settings.equals(wanted)).isPresent()) {
            prepared.ifPresent(Connector::close);
            return;
        }
        endCandidate();
        if (wanted.equals(settings)) {
            prepared.ifPresent(Connector::close);
            return;
        }
        // Nothing was prepared if these settings were in use until a candidate replaced them a moment ago.
        var connector = prepared.orElseGet(() -> wanted.open(permits));
        switch (SettingsChange.between(settings, wanted)) {
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

    /** The live catalog no longer has this adapter, which serves calls of the catalog before until it is closed. */
    synchronized void leave() {
        leaving = true;
        endCandidate();
    }

    @Override
    public synchronized void close() {
        endCandidate();
        current.close();
    }

    private void endCandidate() {
        candidate.ifPresent(Candidate::abandon);
        candidate = Optional.empty();
    }

    private synchronized void switchTo(AdapterSettings<O> wanted, Connector<O> next, Duration drain) {
        var before = current;
        permits.resize(wanted.adapter().pool().maxSize());
        settings = wanted;
        current = next;
        circuit.reset();
        connections = new Connections(wanted.adapter().access());
        before.retire(drain);
    }

    private synchronized void promote(Candidate proven) {
        if (candidate.filter(proven::equals).isPresent()) {
            candidate = Optional.empty();
            switchTo(proven.settings, proven.connector, proven.drain);
        }
    }

    /** New settings, tried on a thread of their own until they connect or are replaced. */
    private final class Candidate {
        private final AdapterSettings<O> settings;
        private final Connector<O> connector;
        private final Duration drain;
        private volatile Optional<String> problem = Optional.empty();
        private volatile boolean abandoned;
        private boolean promoted;
        private volatile Thread thread;

        Candidate(AdapterSettings<O> settings, Connector<O> connector, Duration drain) {
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

        /** Closes the connector on another thread, because it may still be connecting. */
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
