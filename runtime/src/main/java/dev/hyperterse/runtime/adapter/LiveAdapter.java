package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Optional;

/**
 * One adapter that leads to one address, through all its configurations. Tools hold it, so their calls end on the data that
 * they were linked with. What a {@link SettingsChange} means decides which connections serve: new credentials, for one,
 * serve from the old connections until the new ones have proven to connect, so that a bad password never replaces a working
 * pool.
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
    /** Set after {@link #current}, so that the newer one is never seen with the older connections. */
    private volatile Connections connections;
    /** Whether the live catalog has no such adapter any more. */
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
     * The connections that serve now. Others are another object: what was read over these, they may not be allowed to
     * read, or not find.
     */
    public static final class Connections {
        private final Access access;

        Connections(Access access) {
            this.access = access;
        }

        /** Whether the engine refuses to write over them. */
        public boolean readOnly() {
            return access == Access.ReadOnly;
        }
    }

    public Connections connections() {
        return connections;
    }

    /** Only to know early: calls connect by themselves. */
    private void connect(Connector<O> connector) {
        Thread.ofVirtual().name("connect " + name).start(connector::probe);
    }

    private void inBackground(Runnable question) {
        Thread.ofVirtual().name("ask " + name).start(() -> BackgroundTurn.run("ask " + name, question));
    }

    /** What it runs. */
    public synchronized OperationKind<O> operations() {
        return settings.operations();
    }

    /** @param binder that made the operation: it stands for the statement whose call this is */
    public int run(Binder<O> binder, O operation, CallScope scope, ResultBuffer out) {
        try {
            if (!share.enter()) {
                throw new CallFailure(
                        Stage.BUSY, "busy: too many calls wait for adapter %s, try again".formatted(name));
            }
            return circuit.run(binder, () -> runOnSuccessors(operation, scope, out));
        } finally {
            share.leave();
        }
    }

    /** Asks the engine about an operation, on the connections that serve now. */
    public StatementCheck check(O operation, CallScope scope) {
        return current.check(operation, scope);
    }

    /**
     * A call that waits for its turn while the settings change finds that the connections it came for are closed: nothing
     * has run yet, and those that took their place serve it. They may have been replaced by then as well, so this ends
     * with connections that are still the adapter's, or with the call.
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
                    throw leaving ? Unavailable.changed(name) : failure;
                }
                out.resetTo(mark);
                chosen = successor;
            }
        }
    }

    Connector<O> current() {
        return current;
    }

    /** How many of its calls wait for a connection. */
    int waiting() {
        return permits.waiting();
    }

    /** What the conventions of OpenTelemetry call its kind of database. */
    public String system() {
        return system;
    }

    /** Whether its calls fail at once because the database answered none in time. */
    boolean isCircuitOpen() {
        return circuit.isOpen();
    }

    synchronized AdapterState state() {
        var state = circuit.isOpen()
                ? AdapterState.down(name, "the database answers no statement in time")
                : current.state();
        return candidate
                .flatMap(Candidate::problem)
                .map(problem -> new AdapterState(
                        state.name(), state.status(), Optional.of("the new settings do not work: " + problem)))
                .orElse(state);
    }

    /** Empty when they lead elsewhere: that is another adapter. */
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

    /** New settings at the same address, with what they need already open; nothing has changed yet. */
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

    /** @param prepared for these settings; it is closed when they have come to serve meanwhile */
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
        // Nothing was prepared for settings that served until a candidate took their place a moment ago.
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

    /** The live catalog has another adapter or none; until it is closed this serves calls of the catalog before. */
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

        /** Its pool may still be connecting; newer settings do not wait for it. */
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
