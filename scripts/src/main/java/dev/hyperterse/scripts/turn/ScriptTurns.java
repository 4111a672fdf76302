package dev.hyperterse.scripts.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Schedules turns. JavaScript cannot be paused, so an endless turn occupies its thread until its run is ended. Turns
 * are therefore quick or slow; slow ones are those of scripts that have recently occupied a thread for long. Slow turns
 * never have all the threads, and a quick turn that becomes slow is replaced by another thread. The script whose
 * namespace has used the least processor time recently is first (decision 0207).
 */
public final class ScriptTurns implements AutoCloseable {
    /** Processor time after which a turn is slow. */
    static final long QUICK = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String MADE_WAY =
            "the script ran for more than %d ms while too many others did so too, and was ended to let quick ones run";

    private int threads;
    private int slowPlaces;
    private final Executor executor;
    private final LongSupplier clock;
    private final Map<ScriptShare, Queue<Turn>> waiting = new LinkedHashMap<>();
    private final Set<Turn> running = new HashSet<>();
    private int slow;
    private boolean closed;

    /**
     * @param threads turns that run concurrently, without those that became slow
     * @param clock as {@link System#nanoTime}
     */
    public ScriptTurns(int threads, Executor executor, LongSupplier clock) {
        places(threads);
        this.executor = executor;
        this.clock = clock;
    }

    private void places(int threads) {
        this.threads = threads;
        this.slowPlaces = Math.max(1, threads - 1);
    }

    /** Running turns continue; fewer begin until the limit holds. */
    public void limit(int threads) {
        List<Turn> next;
        synchronized (this) {
            places(threads);
            next = begin();
        }
        next.forEach(this::execute);
    }

    private static final class Turn {
        private final ScriptShare share;
        private final ScriptUsage usage;
        private final Runnable work;
        private boolean slow;
        private boolean ended;
        private long before;
        private long counted;

        Turn(ScriptShare share, ScriptUsage usage, Runnable work) {
            this.share = share;
            this.usage = usage;
            this.work = work;
        }

        long nanos() {
            return usage.runningNanos() - before;
        }
    }

    /** @throws RejectedExecutionException after the end */
    public void add(ScriptShare share, ScriptUsage usage, Runnable work) {
        List<Turn> next;
        synchronized (this) {
            if (closed) {
                throw new RejectedExecutionException("the script engine is shutting down");
            }
            waiting.computeIfAbsent(share, _ -> new ArrayDeque<>()).add(new Turn(share, usage, work));
            next = begin();
        }
        next.forEach(this::execute);
    }

    public synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    /** Checks the processor time of running turns; called repeatedly while there are any. */
    public void check() {
        List<Turn> next;
        synchronized (this) {
            var now = clock.getAsLong();
            running.forEach(turn -> count(turn, now));
            running.stream()
                    .filter(turn -> !turn.slow && turn.nanos() > QUICK)
                    .toList()
                    .forEach(this::becomesSlow);
            next = begin();
        }
        next.forEach(this::execute);
    }

    private void becomesSlow(Turn turn) {
        if (slow < slowPlaces + threads) {
            countAsSlow(turn);
        } else if (running.stream().noneMatch(it -> it.ended) && quickTurnsWait()) {
            greediest().ifPresent(it -> {
                it.ended = true;
                it.usage.exceeded(MADE_WAY.formatted(TimeUnit.NANOSECONDS.toMillis(it.nanos())));
            });
        }
    }

    private boolean quickTurnsWait() {
        var now = clock.getAsLong();
        return waiting.keySet().stream().anyMatch(share -> !share.isSlow(now));
    }

    private void countAsSlow(Turn turn) {
        turn.slow = true;
        turn.share.slowTurnBegan();
        slow++;
    }

    private Optional<Turn> greediest() {
        var now = clock.getAsLong();
        return running.stream()
                .filter(turn -> turn.slow)
                .reduce((one, other) -> other.share.runsAfter(one.share, now) ? other : one);
    }

    private void count(Turn turn, long now) {
        var nanos = turn.nanos();
        turn.share.use(nanos - turn.counted, now);
        turn.counted = nanos;
    }

    private void execute(Turn turn) {
        executor.execute(() -> work(turn));
    }

    /** The thread continues with the next turn, because switching threads costs more than most turns. */
    private void work(Turn first) {
        var turns = List.of(first);
        while (!turns.isEmpty()) {
            var turn = turns.getFirst();
            try {
                turn.work.run();
            } finally {
                turns = ended(turn);
                for (var other = 1; other < turns.size(); other++) {
                    execute(turns.get(other));
                }
            }
        }
    }

    private synchronized List<Turn> ended(Turn turn) {
        var now = clock.getAsLong();
        count(turn, now);
        running.remove(turn);
        if (!turn.slow && turn.nanos() > QUICK) {
            countAsSlow(turn);
        }
        if (turn.slow) {
            slow--;
            // A quick turn adds no penalty: otherwise, under load, a script that was slow once, because its code was
            // cold, would stay slow.
            turn.share.slowTurnEnded(turn.nanos() > QUICK ? turn.nanos() : 0, now);
        }
        return begin();
    }

    private List<Turn> begin() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        var begun = new ArrayList<Turn>();
        for (var next = next(); next.isPresent(); next = next()) {
            var turn = next.get();
            turn.before = turn.usage.runningNanos();
            running.add(turn);
            if (turn.share.isSlow(clock.getAsLong())) {
                countAsSlow(turn);
            }
            begun.add(turn);
        }
        return begun;
    }

    private Optional<Turn> next() {
        var now = clock.getAsLong();
        var quickPlace = running.size() < threads || running.size() - slow < Math.max(1, threads - slowPlaces);
        var slowPlace = running.size() < threads && slow < slowPlaces;
        ScriptShare first = null;
        for (var share : waiting.keySet()) {
            if ((share.isSlow(now) ? slowPlace : quickPlace) && (first == null || first.runsAfter(share, now))) {
                first = share;
            }
        }
        return Optional.ofNullable(first).map(this::take);
    }

    private Turn take(ScriptShare share) {
        var turns = waiting.get(share);
        var turn = turns.remove();
        // Moved behind the scripts with the same use.
        waiting.remove(share);
        if (!turns.isEmpty()) {
            waiting.put(share, turns);
        }
        return turn;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
