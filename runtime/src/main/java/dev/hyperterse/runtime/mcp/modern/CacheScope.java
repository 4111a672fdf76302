package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import java.util.stream.Stream;

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
        return open && leaves(live).allMatch(leaf -> leaf.access().isEmpty()) ? PUBLIC : PRIVATE;
    }

    private static Stream<Leaf> leaves(LiveCatalog live) {
        return Stream.of(
                        live.tools().values().stream().map(LiveTool::leaf),
                        live.prompts().values().stream().map(LivePrompt::leaf),
                        live.resources().values().stream().map(LiveResource::leaf))
                .flatMap(leaves -> leaves);
    }

    /** Members of a result, with a comma before each. */
    String hint(long ttlMillis) {
        return ",\"ttlMs\":" + ttlMillis + ",\"cacheScope\":\"" + spelling + "\"";
    }
}
