package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.tool.bind.SqlVariant;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which statements of an adapter are quick enough for their calls to share connections. Learned from calls that had one
 * alone; unlearned when more than a few calls are slow, or when one does not answer as expected.
 */
final class QuickStatements {
    private static final long QUICK = Duration.ofMillis(10).toNanos();
    /** What fails so soon after it was learned has to prove itself longer the next time. */
    private static final long SOON = Duration.ofSeconds(10).toNanos();

    private static final int LARGE = 16 * 1024;
    private static final int LONGEST_TEXT = 8 * 1024;
    private static final int MOST = 1024;

    private static final int ENOUGH = 3;
    private static final int MOST_DOUBLINGS = 20;
    /** So many quick calls make up for a slow one: a busy machine may hold up one of them now and then. */
    private static final int WEIGHT_OF_SLOW = 8;

    private static final int BEST = 64;

    private final Map<SqlVariant, Learned> learned = new ConcurrentHashMap<>();

    /** Empty when it is not known to be quick. */
    Optional<QuickStatement> find(SqlVariant variant) {
        var known = learned.get(variant);
        return known == null ? Optional.empty() : known.statement;
    }

    /** A call has had that connection alone, and still has. */
    void ranAlone(SqlVariant variant, Connection connection, long nanos, int resultSize) {
        var known = learned.get(variant);
        if (known == null) {
            if (learned.size() >= MOST) {
                // Texts of former catalogs; what is still called is learned again in a moment.
                learned.clear();
            }
            known = learned.computeIfAbsent(variant, first -> new Learned());
        }
        known.ran(nanos, resultSize);
        if (known.enough()) {
            known.learn(statement(variant, connection));
        }
    }

    private static Optional<QuickStatement> statement(SqlVariant variant, Connection connection) {
        try {
            return Optional.of(QuickStatement.of(variant, connection.nativeSQL(variant.sql())))
                    .filter(statement -> statement.sql().length <= LONGEST_TEXT);
        } catch (SQLException driverDoesNotSay) {
            return Optional.empty();
        }
    }

    /** The engine took so long for a call that shared a connection. */
    void ranShared(SqlVariant variant, long nanos, int resultSize) {
        var known = learned.get(variant);
        if (known != null) {
            known.ran(nanos, resultSize);
        }
    }

    /** A call that shared a connection has to run again, alone. */
    void failed(SqlVariant variant) {
        var known = learned.get(variant);
        if (known != null) {
            known.unlearn();
        }
    }

    /** Updated by many threads at once; that one of them overwrites what another has just seen does no harm. */
    private static final class Learned {
        private volatile Optional<QuickStatement> statement = Optional.empty();
        private volatile int score;
        private volatile int needed = ENOUGH;
        private volatile int failures;
        private volatile long learnedAt;

        void ran(long nanos, int resultSize) {
            if (nanos < QUICK && resultSize < LARGE) {
                if (score < BEST || statement.isEmpty()) {
                    score++;
                }
                return;
            }
            score -= WEIGHT_OF_SLOW;
            if (score < 0) {
                score = 0;
                statement = Optional.empty();
            }
        }

        synchronized void learn(Optional<QuickStatement> quick) {
            learnedAt = System.nanoTime();
            statement = quick;
        }

        boolean enough() {
            return statement.isEmpty() && score >= needed;
        }

        /** What fails may do so each time, as rows of an unusual type do: trying again gets rarer. */
        synchronized void unlearn() {
            if (statement.isPresent()) {
                statement = Optional.empty();
                score = 0;
                failures = System.nanoTime() - learnedAt < SOON ? failures + 1 : 0;
                needed = ENOUGH << Math.min(MOST_DOUBLINGS, 2 * failures);
            }
        }
    }
}
