package dev.hyperterse.operator.report.condition;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.resolve.ServerKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of one reconciliation of one server.
 *
 * @param committed the index with it in it; empty where nothing may be published
 * @param since for each served leaf, by uid, the revision that brought it into the catalog as it is now
 * @param carriedOver uids of the served leaves that are as they were when this process took the catalog over; found out
 *     for the first evaluation alone
 */
public record Evaluation(
        ServerKey server,
        CompiledServer compiled,
        Optional<CatalogIndex> committed,
        Map<String, Revision> since,
        Set<String> carriedOver) {
    public Evaluation {
        carriedOver = Set.copyOf(carriedOver);
        since = Map.copyOf(since);
    }
}
