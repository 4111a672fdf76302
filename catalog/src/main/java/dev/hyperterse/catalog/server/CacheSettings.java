package dev.hyperterse.catalog.server;

/**
 * The cache of results of statements that only read.
 *
 * @param enabled whether those of tools are that do not say so themselves
 * @param ttlMillis for tools that do not say themselves
 * @param maxSize bytes of one replica for all of them
 */
public record CacheSettings(boolean enabled, long ttlMillis, long maxSize) {
    public static final CacheSettings DEFAULT = new CacheSettings(false, 120_000, 128 << 20);
}
