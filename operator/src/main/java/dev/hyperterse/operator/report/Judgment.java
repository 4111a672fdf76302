package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Map;
import java.util.Optional;

/**
 * What one round decided about one server.
 *
 * @param committed the index with it in it; empty where nothing may be published
 * @param since for each served leaf, by uid, the revision that brought it into the catalog as it is now
 */
public record Judgment(
        ServerKey server, CompiledServer compiled, Optional<CatalogIndex> committed, Map<String, Revision> since) {
    public Judgment {
        since = Map.copyOf(since);
    }
}
