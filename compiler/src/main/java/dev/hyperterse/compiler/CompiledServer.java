package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.compiler.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The compiled catalog of one server, and the evaluation result of every leaf that refers to it.
 *
 * @param fragments names of those of the platform that its spec is merged with
 * @param settings what replicas get; absent where nothing may be published, because authentication does not resolve or the
 *     platform's part does not fit, and nothing is published yet
 * @param keptLastGood whether {@code settings} and {@code values} are the published ones, for the same reasons
 * @param values what the settings name; secrets are only here
 * @param problems of the server itself; it may be served all the same
 * @param results of every leaf that refers to the server, in the order of their identity
 * @param served the leaves of the catalog in that order, encoded and in their slots
 * @param memo to be handed to the next compile
 */
public record CompiledServer(
        ServerIdentity identity,
        List<String> fragments,
        Optional<ServerSettings> settings,
        boolean keptLastGood,
        SortedMap<ValueKey, String> values,
        List<Problem> problems,
        Map<LeafIdentity, EvaluationResult> results,
        List<Served> served,
        Memo memo) {
    /** One leaf of the catalog, ready to be written into its slot. */
    public record Served(Leaf leaf, EncodedLeaf encoded, Slot slot) {}

    /** Whether there is anything to publish. */
    public boolean publishable() {
        return settings.isPresent();
    }

    /** The value set to publish: the one that is published where nothing in it changed, else one of the id given. */
    public ValueSet valueSet(ValueSet published, String newId) {
        return !published.id().isEmpty() && published.entries().equals(values)
                ? published
                : new ValueSet(newId, values);
    }

    /** The catalog; only of a {@link #publishable} server. */
    public Catalog toCatalog(Revision revision, ValueSet valueSet) {
        return new Catalog(
                revision,
                settings.orElseThrow(),
                served.stream().map(Served::leaf).toList(),
                valueSet);
    }

    /** The catalog of a server that is not published, such as one of a directory. */
    public Catalog toCatalog(Revision revision) {
        return toCatalog(revision, new ValueSet(revision.position(), values));
    }
}
