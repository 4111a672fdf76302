package dev.hyperterse.runtime.decision;

import dev.hyperterse.calls.turn.CountedCaller;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the concurrent requests to a decision point. A caller has at most half of the permits, so that many or slow
 * requests of one caller do not block all others. Permits are granted first come, first served.
 */
final class RequestPermits {
    private final int share;
    private final Semaphore all;
    private final ConcurrentHashMap<CountedCaller, CallerRequests> callers = new ConcurrentHashMap<>();

    RequestPermits(int most) {
        this.share = most / 2;
        this.all = new Semaphore(most, true);
    }

    /**
     * The permits of one caller.
     *
     * @param count its running and waiting requests; a caller without requests takes no memory
     */
    private record CallerRequests(Semaphore permits, int count) {
        CallerRequests with(int more) {
            return new CallerRequests(permits, count + more);
        }
    }

    /**
     * Waits for a permit, which must be released by {@link #release}.
     *
     * @param until a reading of {@link System#nanoTime}
     * @return whether a permit was granted in time
     */
    boolean acquire(CountedCaller caller, long until) throws InterruptedException {
        var own = callers.merge(
                        caller, new CallerRequests(new Semaphore(share, true), 1), (requests, _) -> requests.with(1))
                .permits();
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

    void release(CountedCaller caller) {
        all.release();
        forget(caller, callers.get(caller).permits(), true);
    }

    private void forget(CountedCaller caller, Semaphore own, boolean acquired) {
        if (acquired) {
            own.release();
        }
        callers.computeIfPresent(caller, (_, requests) -> requests.count() == 1 ? null : requests.with(-1));
    }

    int callers() {
        return callers.size();
    }
}
