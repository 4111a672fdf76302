package dev.hyperterse.runtime.history;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The history of one replica, for as long as its process runs. A series that has no call left in its window is dropped
 * when there are too many; if there are still too many, a new one is not kept, so that no caller escapes a rule by the
 * calls of others.
 */
public final class LocalHistory implements CallHistory {
    /** The bytes of a series with its key. */
    static final int SERIES = 900;

    private static final long SECOND = 1_000_000_000;

    private final LongSupplier clock;
    private final long most;
    private final ConcurrentHashMap<CallSeries, Steps> kept = new ConcurrentHashMap<>();
    private final AtomicLong sweptAt;

    /**
     * @param clock nanoseconds, of which only differences count
     * @param mostBytes of all series together
     */
    public LocalHistory(LongSupplier clock, long mostBytes) {
        this.clock = clock;
        this.most = Math.max(1, mostBytes / SERIES);
        this.sweptAt = new AtomicLong(seconds() - 1);
    }

    @Override
    public Optional<Past> add(CallSeries series, long amount) {
        var step = step(series.window());
        if (kept.size() >= most && !kept.containsKey(series)) {
            sweep();
        }
        var before = new Past[1];
        // Within one act of the map, so that a sweep in between does not lose the call.
        kept.compute(series, (_, steps) -> {
            if (steps == null && kept.size() >= most) {
                return null;
            }
            var used = steps == null ? new Steps(series.window(), step) : steps;
            var past = used.past(step);
            if (used.add(amount)) {
                before[0] = past;
            }
            return used;
        });
        return Optional.ofNullable(before[0]);
    }

    @Override
    public Optional<Past> read(CallSeries series) {
        var step = step(series.window());
        var read = new Past[] {Past.NONE};
        kept.computeIfPresent(series, (_, steps) -> {
            read[0] = steps.past(step);
            return steps;
        });
        return Optional.of(read[0]);
    }

    @Override
    public void takeBack(CallSeries series, long step, long amount) {
        kept.computeIfPresent(series, (_, steps) -> {
            steps.takeBack(step, amount);
            return steps;
        });
    }

    private long step(HistoryWindow window) {
        return Math.floorDiv(seconds(), window.step());
    }

    /** Drops the series whose window is empty; by one thread at a time, and at most once a second. */
    private void sweep() {
        var now = seconds();
        var last = sweptAt.get();
        if (now > last && sweptAt.compareAndSet(last, now)) {
            kept.keySet()
                    .forEach(series -> kept.computeIfPresent(
                            series, (it, steps) -> steps.past(step(it.window())).calls() == 0 ? null : steps));
        }
    }

    private long seconds() {
        return Math.floorDiv(clock.getAsLong(), SECOND);
    }

    int size() {
        return kept.size();
    }
}
