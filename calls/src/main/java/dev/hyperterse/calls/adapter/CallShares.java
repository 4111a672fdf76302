package dev.hyperterse.calls.adapter;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares the concurrent calls of a replica among its adapters, so that calls waiting for one of them do not use up the
 * limit. An adapter may have as many calls as are still free: one slow adapter takes half of all, two take a third
 * each, and some are always left for the next.
 */
final class CallShares {
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int limit = Integer.MAX_VALUE;

    /** A single adapter may have all calls. */
    void resize(int concurrentCalls, int adapters) {
        limit = adapters == 1 ? Integer.MAX_VALUE : concurrentCalls;
    }

    final class Share {
        private final AtomicInteger calls = new AtomicInteger();

        /** Must be followed by {@link #leave}, even if it returns false. */
        boolean enter() {
            var mine = calls.incrementAndGet();
            // Not counting this call.
            var free = limit - (taken.incrementAndGet() - 1);
            return mine == 1 || mine <= free;
        }

        void leave() {
            calls.decrementAndGet();
            taken.decrementAndGet();
        }
    }
}
