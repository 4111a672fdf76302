package dev.hyperterse.catalog.server.adapter;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * A named connection.
 *
 * @param statementTimeoutMillis set at connect; a shorter timeout of a tool cancels from the replica
 * @param maxRows more rows than this end the call with an error
 * @param masking of columns; empty where every caller sees what the role sees
 */
public record Adapter(
        String name,
        Access access,
        Pool pool,
        long statementTimeoutMillis,
        int maxRows,
        Engine engine,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Masking> masking) {
    public Adapter {
        masking = masking == null ? Optional.empty() : masking;
    }

    /** One that masks nothing. */
    public Adapter(String name, Access access, Pool pool, long statementTimeoutMillis, int maxRows, Engine engine) {
        this(name, access, pool, statementTimeoutMillis, maxRows, engine, Optional.empty());
    }

    /** The adapter as connections need to know it, which mask nothing. */
    public Adapter unmasked() {
        return masking.isEmpty() ? this : new Adapter(name, access, pool, statementTimeoutMillis, maxRows, engine);
    }

    /** Whether the engine itself refuses to write. */
    public enum Access {
        ReadOnly,
        ReadWrite
    }

    /** The physical connections of one replica. */
    public record Pool(
            int maxSize, int minIdle, long connectionTimeoutMillis, long idleTimeoutMillis, long maxLifetimeMillis) {}
}
