package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.access.RuledCaller;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The results of a catalog's policies for one caller. A call evaluates the policy of its definition; only lists and
 * search evaluate all. Does not refer to the caller, whose lifetime bounds the cache entry.
 */
final class PolicyResults {
    private final BitSet evaluated = new BitSet();
    private final BitSet admitted = new BitSet();
    private final Object whole = new Object();
    private volatile Optional<BitSet> byAll = Optional.empty();

    /** Whether the policy admits the caller. Two threads may evaluate it at the same time, with the same result. */
    boolean by(int number, List<PolicyCheck> policies, Principal principal) {
        var all = byAll;
        if (all.isPresent()) {
            return all.get().get(number);
        }
        synchronized (evaluated) {
            if (evaluated.get(number)) {
                return admitted.get(number);
            }
        }
        var admits = policies.get(number).admits(principal);
        remember(number, admits);
        return admits;
    }

    /** @param turns limits the threads that evaluate all policies, which takes processor time */
    BitSet byAll(List<PolicyCheck> policies, Principal principal, Semaphore turns) {
        var known = byAll;
        return known.isPresent() ? known.get() : evaluate(policies, principal, turns);
    }

    private BitSet evaluate(List<PolicyCheck> policies, Principal principal, Semaphore turns) {
        synchronized (whole) {
            if (byAll.isEmpty()) {
                turns.acquireUninterruptibly();
                try {
                    var caller = new RuledCaller(principal);
                    for (var number = unknown(0); number < policies.size(); number = unknown(number + 1)) {
                        remember(number, policies.get(number).admits(caller));
                    }
                } finally {
                    turns.release();
                }
                synchronized (evaluated) {
                    byAll = Optional.of((BitSet) admitted.clone());
                }
            }
            return byAll.get();
        }
    }

    private int unknown(int from) {
        synchronized (evaluated) {
            return evaluated.nextClearBit(from);
        }
    }

    private void remember(int number, boolean admits) {
        synchronized (evaluated) {
            evaluated.set(number);
            admitted.set(number, admits);
        }
    }

    /** The number of evaluated policies. */
    int evaluations() {
        synchronized (evaluated) {
            return evaluated.cardinality();
        }
    }
}
