package dev.hyperterse.runtime.adapter;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares the calls that a replica may run at a time among its adapters, so that calls which wait for one of them do not use
 * up what the others need. An adapter may have as many calls as are free: one that is slow takes half of all, two take a
 * third each, and something is always left for the next.
 */
final class CallShares {
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int limit = Integer.MAX_VALUE;

    /** A single adapter has all calls for itself. */
    void resize(int concurrentCalls, int adapters) {
        limit = adapters == 1 ? Integer.MAX_VALUE : concurrentCalls;
    }

    /** The calls of one adapter. */
    final class Share {
        private final AtomicInteger calls = new AtomicInteger();

        /** What is entered must be left, also when this fails. */
        boolean enter() {
            var mine = calls.incrementAndGet();
            // Without this call.
            var free = limit - (taken.incrementAndGet() - 1);
            return mine == 1 || mine <= free;
        }

        void leave() {
            calls.decrementAndGet();
            taken.decrementAndGet();
        }
    }
}
