package dev.hyperterse.scripts.host;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The realm of one run: opened by its first turn, and closed by the last turn or the end of the run. */
public final class RunContext implements AutoCloseable {
    private final Supplier<Realm> opening;
    private Optional<Realm> context = Optional.empty();
    private State state = State.IDLE;
    private boolean closed;

    private enum State {
        /** No turn. */
        IDLE,
        /** A turn that may run JavaScript. */
        RUNNING,
        /** A turn that runs no JavaScript any more. */
        ENDING
    }

    public RunContext(Supplier<Realm> opening) {
        this.opening = opening;
    }

    /** @return whether a turn can begin: false when the run is over */
    public synchronized boolean begin() {
        if (!closed) {
            state = State.RUNNING;
        }
        return !closed;
    }

    /** Runs the JavaScript of a turn; does nothing if the run ended while it waited for a thread. */
    public void run(Consumer<Realm> work) {
        var opened = open();
        if (opened.isEmpty()) {
            return;
        }
        try {
            opened.get().turn(() -> work.accept(opened.get()));
        } catch (ScriptFault fault) {
            throw fault;
        } catch (RuntimeException | Error thrown) {
            if (isClosed()) {
                // A stopped engine throws an error of its own.
                throw ScriptFault.of(ScriptFault.Kind.STOPPED, thrown);
            }
            throw thrown;
        } finally {
            left();
        }
    }

    /** Within a turn: opens the realm, if it is the first. Empty if the run is over. */
    public synchronized Optional<Realm> open() {
        if (context.isEmpty() && !closed) {
            context = Optional.of(opening.get());
        }
        return context;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void left() {
        state = State.ENDING;
    }

    /** @param over whether it was the last turn */
    public synchronized void end(boolean over) {
        state = State.IDLE;
        if (over || closed) {
            closed = true;
            closeIdle();
        }
    }

    /** No turn begins after it. Does not wait until running JavaScript has stopped. */
    @Override
    public synchronized void close() {
        closed = true;
        switch (state) {
            case IDLE -> closeIdle();
            case RUNNING -> {
                context.ifPresent(stopping ->
                        Thread.ofPlatform().name("script end").daemon().start(() -> stopping.stop()));
                context = Optional.empty();
            }
            case ENDING -> {
                // The turn closes the realm.
            }
        }
    }

    /** Closes an idle realm, in which no code has to be stopped. */
    private void closeIdle() {
        context.ifPresent(Realm::close);
        context = Optional.empty();
    }
}
