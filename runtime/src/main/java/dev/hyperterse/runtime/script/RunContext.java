package dev.hyperterse.runtime.script;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.graalvm.polyglot.Context;

/** The context of one run: opened by its first turn, and closed where it costs least when the run is over. */
final class RunContext implements AutoCloseable {
    private final Supplier<Context> opening;
    private Optional<Context> context = Optional.empty();
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

    RunContext(Supplier<Context> opening) {
        this.opening = opening;
    }

    /** @return whether there is a turn to take: not when the run is over */
    synchronized boolean begin() {
        if (!closed) {
            state = State.RUNNING;
        }
        return !closed;
    }

    /** The JavaScript of a turn. Nothing is made for a run that ended while it waited for a thread. */
    void run(Consumer<Context> work) {
        var opened = open();
        if (opened.isEmpty()) {
            return;
        }
        try {
            // Once for the turn: what is evaluated and called in between finds the thread inside.
            opened.get().enter();
        } catch (IllegalStateException alreadyClosed) {
            if (isClosed()) {
                return;
            }
            throw alreadyClosed;
        }
        try {
            work.accept(opened.get());
        } finally {
            opened.get().leave();
            left();
        }
    }

    private synchronized Optional<Context> open() {
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
    synchronized void end(boolean over) {
        state = State.IDLE;
        if (over || closed) {
            closed = true;
            closeIdle();
        }
    }

    /** No turn begins after it. A caller of a script does not wait until its JavaScript has stopped. */
    @Override
    public synchronized void close() {
        closed = true;
        switch (state) {
            case IDLE -> closeIdle();
            case RUNNING -> {
                context.ifPresent(stopping ->
                        Thread.ofPlatform().name("script end").daemon().start(() -> stopping.close(true)));
                context = Optional.empty();
            }
            case ENDING -> {
                // The turn closes it.
            }
        }
    }

    /** Nothing runs in it, so nothing has to be stopped. */
    private void closeIdle() {
        context.ifPresent(Context::close);
        context = Optional.empty();
    }
}
