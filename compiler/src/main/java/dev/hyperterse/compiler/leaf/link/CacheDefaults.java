package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.server.CacheSettings;

/** The server's cache settings for tools without their own. */
public record CacheDefaults(boolean enabled, long ttlMillis) {
    /** Of definitions that have no results to keep. */
    public static final CacheDefaults NONE = new CacheDefaults(false, 0);

    public static CacheDefaults of(CacheSettings settings) {
        return new CacheDefaults(settings.enabled(), settings.ttlMillis());
    }
}
