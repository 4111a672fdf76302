package dev.hyperterse.scripts;

import dev.hyperterse.scripts.host.Realm;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Runs the turns of one run, one at a time and in order, each on any thread. */
final class TurnQueue implements AutoCloseable {
    private final Executor threads;
    private final Consumer<Consumer<Realm>> run;
    private final Queue<Consumer<Realm>> waiting = new ArrayDeque<>();
    private boolean scheduled;
    private boolean closed;

    TurnQueue(Executor threads, Consumer<Consumer<Realm>> run) {
        this.threads = threads;
        this.run = run;
    }

    void add(Consumer<Realm> turn) {
        boolean first;
        synchronized (this) {
            if (!closed) {
                waiting.add(turn);
            }
            first = schedule();
        }
        execute(first);
    }

    /** No turn begins after it. */
    @Override
    public synchronized void close() {
        closed = true;
        waiting.clear();
    }

    /** Within the lock. @return whether a thread has to run the next turn */
    private boolean schedule() {
        if (scheduled || waiting.isEmpty()) {
            return false;
        }
        scheduled = true;
        return true;
    }

    /** Not within the lock, because waking a thread takes as long as a small turn. */
    private void execute(boolean scheduledNow) {
        if (scheduledNow) {
            threads.execute(this::next);
        }
    }

    /** Runs one turn and queues the next one, so that turns of other runs come in between. */
    private void next() {
        Consumer<Realm> turn;
        synchronized (this) {
            turn = waiting.poll();
        }
        try {
            if (turn != null) {
                run.accept(turn);
            }
        } finally {
            boolean another;
            synchronized (this) {
                scheduled = false;
                another = schedule();
            }
            execute(another);
        }
    }
}
