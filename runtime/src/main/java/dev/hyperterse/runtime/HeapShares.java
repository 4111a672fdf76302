package dev.hyperterse.runtime;

import dev.hyperterse.runtime.mcp.legacy.session.SessionMemory;

/**
 * The shares of a replica's heap. Everything that callers can make large is bounded by one of them, so that callers at
 * all limits at once do not exhaust the heap. What is left is for the catalog (two of them during a change), its search
 * index, the first kilobytes of each call, and the garbage collector. docs/sizing.md has the same table. The operator
 * sizes the heap of a pod (RuntimeHeap there): that of the default pod holds the default of {@code limits.bufferSize}.
 *
 * @param heap bytes
 */
record HeapShares(long heap) {
    /** The bytes of a connection outside of the buffers: 16 KiB read and write, 32 KiB of a head, and its objects. */
    private static final long CONNECTION = 64 * 1024;

    /** Thousandths of the heap that the buffers may have of the share that they have with scripts. */
    private static final int BUFFERS = 430;

    /** Thousandths of the heap. */
    enum Share {
        /** Requests, arguments, bound values, rows, answers and cached results; and the runs of scripts. */
        BUFFERS_AND_SCRIPTS(600),
        CONNECTIONS(120),
        KNOWN_CALLERS(40),
        SESSIONS(20),
        SESSION_SUBSCRIPTIONS(10),
        SESSION_VALUES(10),
        STREAM_SUBSCRIPTIONS(10),
        USED_PROOFS(20),
        RATES(5),
        HISTORY(5),
        TASKS(10);

        private final int thousandths;

        Share(int thousandths) {
            this.thousandths = thousandths;
        }

        long of(long heap) {
            return thousandths(heap, thousandths);
        }
    }

    static HeapShares ofThisProcess() {
        return new HeapShares(Runtime.getRuntime().maxMemory());
    }

    private static long thousandths(long heap, int thousandths) {
        return heap / 1000 * thousandths;
    }

    /** The requested budget, as far as the heap can hold it. */
    long buffers(long wanted) {
        return Math.min(wanted, thousandths(heap, BUFFERS));
    }

    /** The memory that scripts may have beside buffers of that size. */
    long scripts(long buffers) {
        return Share.BUFFERS_AND_SCRIPTS.of(heap) - buffers;
    }

    /** The number of connections, if each holds its maximum. */
    int connections() {
        return (int) Math.min(Share.CONNECTIONS.of(heap) / CONNECTION, Integer.MAX_VALUE);
    }

    /** The bytes for known callers: about 1,800 tokens of 2 KB with the default heap. */
    long knownCallers() {
        return Share.KNOWN_CALLERS.of(heap);
    }

    SessionMemory sessions() {
        return new SessionMemory(
                Share.SESSIONS.of(heap), Share.SESSION_SUBSCRIPTIONS.of(heap), Share.SESSION_VALUES.of(heap));
    }

    /** The bytes for resources that event streams without a session subscribe to. */
    long streamSubscriptions() {
        return Share.STREAM_SUBSCRIPTIONS.of(heap);
    }

    /** The bytes for used proofs of possession. */
    long usedProofs() {
        return Share.USED_PROOFS.of(heap);
    }

    /** The bytes for tasks and their results. */
    long tasks() {
        return Share.TASKS.of(heap);
    }

    /** The bytes for the token buckets of callers. */
    long rates() {
        return Share.RATES.of(heap);
    }

    /** The bytes for the calls that rules look back at. */
    long history() {
        return Share.HISTORY.of(heap);
    }
}
