package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds a connection pooler in transaction or statement mode, before anything is set in a session. Such a pooler runs
 * each transaction in any session of the engine: the read-only default and the timeout of an adapter would be missing
 * in its own calls and hold for those of other clients.
 */
final class PoolerCheck {
    /** PgBouncer in statement mode refuses transactions with this code; engines do not refuse a statement with it. */
    private static final String PROTOCOL_VIOLATION = "08P01";

    private static final String PROCESS = "SELECT pg_catalog.pg_backend_pid()";

    /** Each round is another chance to detect a shared session, because other clients of the pooler interfere. */
    private static final int ROUNDS = 3;

    /** Hosts that keep a session for each connection, though their process ids differ from those in the cancel key. */
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
     * An open transaction keeps its session. If sessions are shared, it takes that of the first connection, or makes
     * the first connection use another one.
     */
    private static void requireOwnSession(WireConnection connection, String process, WireConnection other)
            throws IOException {
        if (begin(other).equals(process)) {
            throw new TransactionPooler();
        }
        requireProcess(connection, process);
        SimpleQuery.value(other, "ROLLBACK");
        // Twice: a pooler that assigns sessions in turn may assign the right one by chance.
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
