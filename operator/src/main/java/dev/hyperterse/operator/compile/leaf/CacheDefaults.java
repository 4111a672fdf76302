package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.server.CacheSettings;

/** What the server says of tools that do not say themselves whether their results are kept, and for how long. */
public record CacheDefaults(boolean enabled, long ttlMillis) {
    /** Of definitions that have no results to keep. */
    public static final CacheDefaults NONE = new CacheDefaults(false, 0);

    static CacheDefaults of(CacheSettings settings) {
        return new CacheDefaults(settings.enabled(), settings.ttlMillis());
    }
}
