package dev.hyperterse.catalog.server.adapter;

/**
 * A named connection.
 *
 * @param statementTimeoutMillis set at connect; a shorter timeout of a tool cancels from the replica
 * @param maxRows more rows than this end the call with an error
 */
public record Adapter(String name, Access access, Pool pool, long statementTimeoutMillis, int maxRows, Engine engine) {
    /** Whether the engine itself refuses to write. */
    public enum Access {
        ReadOnly,
        ReadWrite
    }

    /** The physical connections of one replica. */
    public record Pool(
            int maxSize, int minIdle, long connectionTimeoutMillis, long idleTimeoutMillis, long maxLifetimeMillis) {}
}
