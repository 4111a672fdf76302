package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.live.LiveCatalog;

/** The {@code cacheScope} of a result: for whom caches may store it. */
enum CacheScope {
    PUBLIC("public"),
    PRIVATE("private");

    private final String spelling;

    CacheScope(String spelling) {
        this.spelling = spelling;
    }

    /** Public only if no result depends on the caller, because shared caches may then return it to anyone. */
    static CacheScope of(LiveCatalog live) {
        var auth = live.settings().auth();
        var open = auth.required().isEmpty()
                && auth.policy().isEmpty()
                && auth.rules().isEmpty()
                && auth.decision().isEmpty();
        return open && live.leaves().allMatch(leaf -> leaf.access().isEmpty()) ? PUBLIC : PRIVATE;
    }

    /** Members of a result, with a comma before each. */
    String hint(long ttlMillis) {
        return ",\"ttlMs\":" + ttlMillis + ",\"cacheScope\":\"" + spelling + "\"";
    }
}
