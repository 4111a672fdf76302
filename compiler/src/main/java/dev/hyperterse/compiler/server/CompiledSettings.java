package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.grant.ServerGrants;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The compiled settings of a server.
 *
 * @param settings what replicas get; absent where nothing may be published
 * @param keptLastGood whether {@code settings} are those that are published already, whole
 * @param values what the settings name
 * @param environment the variables, for the statements of leaves
 * @param fetch what scripts may fetch
 * @param results how large answers are of tools that do not say so
 * @param grants what leaves may use of all this, as it is written now
 */
public record CompiledSettings(
        Optional<ServerSettings> settings,
        boolean keptLastGood,
        SortedMap<ValueKey, String> values,
        Environment environment,
        List<FetchGrant> fetch,
        ResultDefaults results,
        ServerGrants grants,
        List<Problem> problems) {
    /** The adapter of that name that replicas get. */
    public Optional<Adapter> adapter(String name) {
        return settings.stream()
                .flatMap(it -> it.adapters().stream())
                .filter(it -> it.name().equals(name))
                .findFirst();
    }
}
