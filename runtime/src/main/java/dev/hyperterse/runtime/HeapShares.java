package dev.hyperterse.runtime;

/**
 * The shares of a replica's heap. One half is for what callers can make large: requests, arguments, bound values, rows
 * and answers, which {@code limits.bufferSize} bounds for all of them together; what of it calls do not need holds
 * results for later calls. The other half is for the catalog (two of them while it changes), connections, known
 * callers, sessions and streams, the first kilobytes of each call, and the room that the collector needs to move all
 * this. The operator gives a pod its heap by the same division (RuntimeHeap there): the default pod has twice the
 * default budget and more.
 */
final class HeapShares {
    /**
     * What a connection may hold outside of the budget: its buffers for reading and writing (16 KiB), a head that is not
     * complete (32 KiB), and what the server makes of it.
     */
    private static final long CONNECTION = 64 * 1024;

    private static final long LEAST_OF_KNOWN_CALLERS = 8L << 20;

    private HeapShares() {}

    /** As much of the requested budget as a heap of that size can hold. */
    static long buffers(long wanted, long heap) {
        return Math.min(wanted, heap / 2);
    }

    /** The bytes for known callers: about 5,500 tokens of 2 KB with the default heap. */
    static long knownCallers(long heap) {
        return Math.max(heap / 8, LEAST_OF_KNOWN_CALLERS);
    }

    /** The number of connections that a quarter of the heap can hold, if each holds its maximum. */
    static int connections(long heap) {
        return (int) Math.min(heap / 4 / CONNECTION, Integer.MAX_VALUE);
    }
}
