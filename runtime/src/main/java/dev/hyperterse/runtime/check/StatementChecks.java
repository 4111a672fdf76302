package dev.hyperterse.runtime.check;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.retry.Backoff;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Checks statements against their databases, on a thread of its own; a swap only hands over the statements.
 * Refused and unchecked statements are checked again at growing intervals, so that a repaired table or a restored
 * database is noticed, and definitions of other servers every few minutes.
 */
public final class StatementChecks implements AutoCloseable {
    public static final Backoff USUAL = new Backoff(Duration.ofMillis(500), Duration.ofMinutes(1));

    /** How long a change on another server may stay unnoticed. */
    private static final Duration DRIFT = Duration.ofMinutes(5);

    private final DeadlineTimer deadlines;
    private final Backoff pauses;
    private final List<Consumer<CheckedStatements>> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore changed = new Semaphore(0);
    private final Thread thread;
    private volatile Optional<CheckRound> wanted = Optional.empty();
    private volatile CheckedStatements results = CheckedStatements.NONE;
    private Optional<CheckRound> round = Optional.empty();

    public StatementChecks(DeadlineTimer deadlines, Backoff pauses) {
        this.deadlines = deadlines;
        this.pauses = pauses;
        this.thread = Thread.ofVirtual().name("check statements").start(this::work);
    }

    /** Checks these statements from now on; does not block. */
    public void follow(Collection<? extends Leaf> definitions, LinkSettings links) {
        wanted = Optional.of(new CheckRound(definitions, links));
        changed.release();
    }

    /** Adds a listener that receives the results after each pass, on the checking thread. */
    public void listen(Consumer<CheckedStatements> listener) {
        listeners.add(listener);
    }

    /** The results of the last pass. */
    public CheckedStatements results() {
        return results;
    }

    private void work() {
        try {
            changed.acquire();
            for (var passes = 0; ; passes++) {
                changed.drainPermits();
                var next = wanted.orElseThrow();
                if (round.filter(next::equals).isEmpty()) {
                    round.ifPresent(next::after);
                    round = wanted;
                    passes = 0;
                }
                BackgroundTurn.run("check statements", this::pass);
                if (next.isOpen()) {
                    var pause = pauses.pause(passes, RandomGenerator.getDefault());
                    changed.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
                } else if (next.isForeign()) {
                    changed.tryAcquire(DRIFT.toNanos(), TimeUnit.NANOSECONDS);
                } else {
                    changed.acquire();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass() {
        var current = round.orElseThrow();
        current.pass(
                deadlines, () -> wanted.equals(round) && !Thread.currentThread().isInterrupted());
        if (wanted.equals(round)) {
            results = current.results();
            listeners.forEach(listener -> listener.accept(results));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
