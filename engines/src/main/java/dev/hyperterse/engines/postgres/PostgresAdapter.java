package dev.hyperterse.engines.postgres;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteAdapter;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableConnector;
import dev.hyperterse.engines.postgres.pipelined.PipelinedConnector;
import dev.hyperterse.engines.postgres.pipelined.PipelinedSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An adapter of Postgres.
 *
 * @param secrets the folder that a password file may be in
 * @param maxResultSize of a call; a row beyond it is not read
 */
public record PostgresAdapter(
        Adapter adapter, Engine.Postgres engine, ValueSet values, Path secrets, long maxResultSize)
        implements RemoteAdapter<BoundStatement> {
    /** Parameters that decide which host is connected to, or how names in statements are resolved. */
    private static final Set<String> LEADING = Set.of("currentSchema", "loadBalanceHosts", "targetServerType");

    public static PostgresAdapter of(
            Adapter adapter, Engine.Postgres engine, ValueSet all, Path secrets, long maxResultSize) {
        return new PostgresAdapter(adapter, engine, RemoteSettings.used(engine, all), secrets, maxResultSize);
    }

    @Override
    public AdapterAddress address() {
        Map<String, String> leading = new TreeMap<>(engine.parameters());
        leading.keySet().retainAll(LEADING);
        var location = remote().location();
        return new AdapterAddress("postgres", location, Optional.empty(), leading);
    }

    @Override
    public OperationKind<BoundStatement> operations() {
        return PostgresParameters.RULES;
    }

    @Override
    public String system() {
        return "postgresql";
    }

    @Override
    public Connector<BoundStatement> open(Permits permits) {
        return UnusableConnector.unless(adapter.name(), () -> {
            var settings = PostgresSettings.of(adapter, engine, values, secrets, maxResultSize);
            return new PipelinedConnector(pipelined(settings), permits);
        });
    }

    private PipelinedSettings pipelined(PostgresSettings settings) {
        return new PipelinedSettings(
                adapter,
                PostgresLogin.of(adapter, settings),
                PostgresSession.restoration(adapter),
                PostgresSession.REPORTED,
                settings.longestRow());
    }
}
