package dev.hyperterse.runtime;

import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.runtime.mcp.legacy.session.SessionMemory;

/**
 * The shares of a replica's heap. Everything that callers can make large is bounded by one of them, so that callers at
 * all limits at once do not exhaust the heap. What is left is for the catalog (two of them during a change), its search
 * index, the first kilobytes of each call, the memories of isolated runs that are kept for the next ones, and the garbage
 * collector. docs/reference/limits.md has the same table. The operator sizes the heap of a pod (RuntimeHeap there): that
 * of the default pod holds the default of {@code limits.bufferSize}.
 *
 * @param heap bytes
 */
record HeapShares(long heap) {
    /**
     * The bytes of a connection between two calls: the stack of its thread, as deep as its last call has waited, and
     * its objects. Longer heads and bodies that arrive have a part of their own.
     */
    static final long CONNECTION = 31 * 512;

    /** A connection whose thread has waited for nothing but events has half of that. */
    static final int STREAMS_IN_A_CONNECTION = 2;

    /** The bytes of a connection with TLS, whose records have buffers; with an event stream too. */
    static final long ENCRYPTED_CONNECTION = 48 * 1024;

    /** That part of the share of connections is for what requests hold beside that; of what a large heap adds, half of it. */
    private static final int OF_REQUESTS = 5;

    /** The heap of a pod of 512Mi. */
    private static final long USUAL = 224 << 20;

    /** The heap of a pod of 1Gi. What it has beyond the usual one is for more connections, rather than for scripts. */
    private static final long LARGE = 608 << 20;

    /** Thousandths of their share with scripts that the buffers may have: 43 % of the usual heap. */
    private static final int BUFFERS = 717;

    /** Thousandths of the heap: up to the usual one, from there to the large one, and beyond. */
    enum Share {
        /** Requests, arguments, bound values, rows, answers and cached results; and the runs of scripts. */
        BUFFERS_AND_SCRIPTS(600, 160, 440),
        CONNECTIONS(120, 560, 280),
        KNOWN_CALLERS(40),
        SESSIONS(20),
        SESSION_SUBSCRIPTIONS(10),
        SESSION_VALUES(10),
        STREAM_SUBSCRIPTIONS(10),
        USED_PROOFS(20),
        RATES(5),
        HISTORY(5),
        TASKS(10);

        private final int usual;
        private final int large;
        private final int beyond;

        Share(int thousandths) {
            this(thousandths, thousandths, thousandths);
        }

        Share(int usual, int large, int beyond) {
            this.usual = usual;
            this.large = large;
            this.beyond = beyond;
        }

        long of(long heap) {
            return ofUsual(heap)
                    + thousandths(Math.clamp(heap - USUAL, 0, LARGE - USUAL), large)
                    + thousandths(Math.max(heap - LARGE, 0), beyond);
        }

        long ofUsual(long heap) {
            return thousandths(Math.min(heap, USUAL), usual);
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
        return Math.min(wanted, thousandths(Share.BUFFERS_AND_SCRIPTS.of(heap), BUFFERS));
    }

    /** The memory that scripts may have beside buffers of that size. */
    long scripts(long buffers) {
        return Share.BUFFERS_AND_SCRIPTS.of(heap) - buffers;
    }

    /** The number of connections, and what their requests may hold together. */
    ConnectionMemory connections(boolean encrypted) {
        long share = Share.CONNECTIONS.of(heap);
        long usual = Share.CONNECTIONS.ofUsual(heap);
        long requests = usual / OF_REQUESTS + (share - usual) / OF_REQUESTS / 2;
        long places = (share - requests) / (encrypted ? ENCRYPTED_CONNECTION : CONNECTION);
        int streams = encrypted ? 1 : STREAMS_IN_A_CONNECTION;
        int most = (int) Math.min(places * streams, Integer.MAX_VALUE);
        return new ConnectionMemory(most, most / streams, streams, requests);
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
