package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.postgresql.core.Oid;

/**
 * The observed properties of one statement of an adapter: its columns, and whether it is quick enough to share a
 * connection. Updated by many threads without a lock: a lost update is harmless.
 */
public final class StatementProfile {
    /** A run that takes longer counts as slow, for whatever reason. */
    private static final long SLOW = Duration.ofMillis(10).toNanos();

    private static final long WORTH_SHARING = Duration.ofMillis(2).toNanos();
    private static final int ENOUGH = 3;
    private static final int MOST_CREDIT = 256;
    /** The number of quick calls that make up for a slow one. */
    private static final int PRICE_OF_SLOW = 8;

    private static final int PRICE_OF_DISTURBANCE = 64;
    private static final int LONGEST_SHARED = 8 * 1024;

    private final SqlVariant variant;
    private final byte[] sql;
    private final boolean once;
    private final Learned learned;

    /** @param sql with numbered parameters, as the engine spells them */
    public StatementProfile(SqlVariant variant, String sql) {
        this(variant, sql, false, new Learned(variant));
    }

    private StatementProfile(SqlVariant variant, String sql, boolean once, Learned learned) {
        this.variant = variant;
        this.sql = sql.getBytes(StandardCharsets.UTF_8);
        this.once = once;
        this.learned = learned;
    }

    private static final class Learned {
        private volatile int[] types;
        private volatile Optional<Shape> shape = Optional.empty();
        private volatile long usualNanos;
        private volatile int credit;

        Learned(SqlVariant variant) {
            types = variant.binds().stream().mapToInt(StatementProfile::type).toArray();
        }
    }

    /**
     * The profile for one call that sends the statement with another comment. Observations are shared with all calls.
     */
    StatementProfile once(String commented) {
        return new StatementProfile(variant, commented, true, learned);
    }

    private static int type(Bind bind) {
        return switch (bind) {
            case UNTYPED -> Oid.UNSPECIFIED;
            case INT4 -> Oid.INT4;
            case INT8 -> Oid.INT8;
            case DECIMAL -> Oid.NUMERIC;
            case BOOLEAN -> Oid.BOOL;
        };
    }

    public SqlVariant variant() {
        return variant;
    }

    /** Whether only one call sends it, so that it does not stay prepared. */
    public boolean isOnce() {
        return once;
    }

    public byte[] sql() {
        return sql;
    }

    public int[] types() {
        return learned.types;
    }

    /**
     * Declares a parameter as text, because the engine could not determine its type; false when its type is fixed. True
     * also if another call has declared it already.
     */
    public boolean sendAsText(int parameter) {
        synchronized (learned) {
            var types = learned.types;
            if (parameter < 0 || parameter >= types.length || variant.binds().get(parameter) != Bind.UNTYPED) {
                return false;
            }
            var changed = types.clone();
            changed[parameter] = Oid.VARCHAR;
            learned.types = changed;
            return true;
        }
    }

    /** The shape; empty until the statement was described once. */
    public Optional<Shape> shape() {
        return learned.shape;
    }

    public void describe(Shape described) {
        learned.shape = Optional.of(described);
    }

    /** The statement has columns whose types have to be looked up in the engine. */
    public void forgetShape() {
        learned.shape = Optional.empty();
    }

    /** The usual response time, without waiting behind others. */
    public long usualNanos() {
        return learned.usualNanos;
    }

    public boolean isQuick() {
        return learned.credit >= ENOUGH
                && learned.usualNanos < WORTH_SHARING
                && sql.length <= LONGEST_SHARED
                && learned.shape.isPresent();
    }

    /** Updates the usual time, which falls fast and rises slowly: load can only lengthen a measurement. */
    public void took(long nanos) {
        var usual = learned.usualNanos;
        var difference = nanos - usual;
        if (usual == 0) {
            learned.usualNanos = nanos;
        } else {
            learned.usualNanos = usual + (difference < 0 ? difference / 4 : Math.min(difference, usual) / 32);
        }
        if (nanos >= SLOW) {
            pay(PRICE_OF_SLOW);
        } else if (learned.credit < MOST_CREDIT) {
            learned.credit++;
        }
    }

    /** Other calls have waited for it too long, or had to run again because of it. */
    public void delayedOthers() {
        pay(PRICE_OF_DISTURBANCE);
    }

    private void pay(int price) {
        learned.credit = Math.max(learned.credit - price, -MOST_CREDIT);
    }
}
