package dev.hyperterse.runtime.decision;

import dev.hyperterse.runtime.rate.CountedCaller;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The callers whose questions are on their way. A caller has at most half of the turns, so that its questions, however
 * many and slow they are, leave turns to all others. First come, first served.
 */
final class QuestionTurns {
    private final int share;
    private final Semaphore all;
    private final ConcurrentHashMap<CountedCaller, Asking> callers = new ConcurrentHashMap<>();

    QuestionTurns(int most) {
        this.share = most / 2;
        this.all = new Semaphore(most, true);
    }

    /**
     * One caller that asks or waits.
     *
     * @param questions how many of both; a caller without any is not remembered
     */
    private record Asking(Semaphore turns, int questions) {
        Asking with(int more) {
            return new Asking(turns, questions + more);
        }
    }

    /**
     * Waits for a turn, which must be given back.
     *
     * @param until a reading of {@link System#nanoTime}
     * @return whether there was one in time
     */
    boolean enter(CountedCaller caller, long until) throws InterruptedException {
        var own = callers.merge(caller, new Asking(new Semaphore(share, true), 1), (asking, _) -> asking.with(1))
                .turns();
        var entered = false;
        var mine = false;
        try {
            mine = own.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            entered = mine && all.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            return entered;
        } finally {
            if (!entered) {
                forget(caller, own, mine);
            }
        }
    }

    void leave(CountedCaller caller) {
        all.release();
        forget(caller, callers.get(caller).turns(), true);
    }

    private void forget(CountedCaller caller, Semaphore own, boolean release) {
        if (release) {
            own.release();
        }
        callers.computeIfPresent(caller, (_, asking) -> asking.questions() == 1 ? null : asking.with(-1));
    }

    int callers() {
        return callers.size();
    }
}
