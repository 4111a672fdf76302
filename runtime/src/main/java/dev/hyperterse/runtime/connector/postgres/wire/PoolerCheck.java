package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds a connection pooler in transaction or statement mode, before anything is set in a session. Such a pooler runs
 * each transaction in any session of the engine: the read-only default and the timeout of an adapter would be missing
 * in its own calls and hold for those of other clients.
 */
final class PoolerCheck {
    /** An engine does not say this of a statement; PgBouncer in statement mode says it of a transaction. */
    private static final String PROTOCOL_VIOLATION = "08P01";

    private static final String PROCESS = "SELECT pg_catalog.pg_backend_pid()";

    /** Other clients of a pooler come between; each round is another chance to see what is shared. */
    private static final int ROUNDS = 3;

    /** Poolers, or engines that number their processes in another way, that keep a session for a connection. */
    private final Set<ServerAddress> keepSessions = ConcurrentHashMap.newKeySet();

    /** Opens a second connection to the same host. */
    @FunctionalInterface
    interface Opening {
        WireConnection open() throws IOException;
    }

    /** @throws TransactionPooler when the connection has no session of its own */
    void check(WireConnection connection, ServerAddress host, Opening second) throws IOException {
        var process = SimpleQuery.value(connection, PROCESS);
        // The engine itself sent this number to the client, with the key for cancel requests.
        if (process.isEmpty()
                || process.equals(Integer.toString(connection.process()))
                || keepSessions.contains(host)) {
            return;
        }
        try (var other = second.open()) {
            for (var round = 0; round < ROUNDS; round++) {
                requireOwnSession(connection, process, other);
            }
            other.terminate();
        }
        keepSessions.add(host);
    }

    /**
     * An open transaction keeps its session. Where sessions are shared, that is the first connection's or moves it to
     * another.
     */
    private static void requireOwnSession(WireConnection connection, String process, WireConnection other)
            throws IOException {
        if (begin(other).equals(process)) {
            throw new TransactionPooler();
        }
        requireProcess(connection, process);
        SimpleQuery.value(other, "ROLLBACK");
        // Twice: a pooler that gives sessions in turn may have this one's next.
        requireProcess(connection, process);
        requireProcess(connection, process);
    }

    private static String begin(WireConnection other) throws IOException {
        try {
            return SimpleQuery.value(other, "BEGIN; " + PROCESS);
        } catch (ConnectionRefused refused) {
            throw refused.sqlState().equals(PROTOCOL_VIOLATION) ? new TransactionPooler() : refused;
        }
    }

    private static void requireProcess(WireConnection connection, String process) throws IOException {
        if (!SimpleQuery.value(connection, PROCESS).equals(process)) {
            throw new TransactionPooler();
        }
    }
}
