package dev.hyperterse.runtime;

/**
 * The shares of a replica's heap. One half holds data that callers can make large: requests, arguments, bound values,
 * rows and answers. {@code limits.bufferSize} limits all of it together; the part that calls do not use holds cached
 * results. The other half holds the catalog (two of them during a change), connections, known callers, sessions and
 * streams, the first kilobytes of each call, and the space that the garbage collector needs. The operator sizes the
 * heap of a pod accordingly (RuntimeHeap there): the default pod has at least twice the default budget.
 */
final class HeapShares {
    /**
     * The bytes that a connection may hold outside of the budget: its buffers for reading and writing (16 KiB), an
     * incomplete request head (32 KiB), and the objects of the server.
     */
    private static final long CONNECTION = 64 * 1024;

    private static final long LEAST_OF_KNOWN_CALLERS = 8L << 20;

    private HeapShares() {}

    /** The requested budget, as far as a heap of that size can hold it. */
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
