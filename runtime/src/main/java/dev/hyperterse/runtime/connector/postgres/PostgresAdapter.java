package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import dev.hyperterse.runtime.adapter.AdapterSettings;
import dev.hyperterse.runtime.adapter.ConnectionTrust;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.OperationKind;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.connector.UnusableConnector;
import dev.hyperterse.runtime.connector.UsedValues;
import dev.hyperterse.runtime.connector.UserInfo;
import dev.hyperterse.runtime.connector.postgres.pipelined.PipelinedConnector;
import dev.hyperterse.runtime.connector.postgres.pipelined.PipelinedSettings;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An adapter of Postgres.
 *
 * @param maxResultSize of a call; a row beyond it is not read
 */
public record PostgresAdapter(Adapter adapter, Engine.Postgres engine, ValueSet values, long maxResultSize)
        implements AdapterSettings<BoundStatement> {
    /** Parameters that decide which host answers, or what a name in a statement means. */
    private static final Set<String> LEADING = Set.of("currentSchema", "loadBalanceHosts", "targetServerType");

    public static PostgresAdapter of(Adapter adapter, Engine.Postgres engine, ValueSet all, long maxResultSize) {
        var tls = engine.tls();
        var named = Stream.of(
                Optional.of(engine.url()),
                engine.username(),
                engine.password(),
                tls.ca(),
                tls.certificate(),
                tls.key());
        return new PostgresAdapter(adapter, engine, UsedValues.of(all, named), maxResultSize);
    }

    @Override
    public AdapterAddress address() {
        Map<String, String> leading = new TreeMap<>(engine.parameters());
        leading.keySet().retainAll(LEADING);
        var location = values.find(engine.url()).map(UserInfo::without);
        return new AdapterAddress("postgres", location, Optional.empty(), leading);
    }

    @Override
    public ConnectionTrust trust() {
        var role = find(engine.username()).or(() -> inUrl().user());
        return new ConnectionTrust(role, engine.tls().mode(), find(engine.tls().ca()));
    }

    @Override
    public List<Optional<String>> credentials() {
        return List.of(
                find(engine.password()).or(() -> inUrl().password()),
                find(engine.tls().certificate()),
                find(engine.tls().key()));
    }

    @Override
    public OperationKind<BoundStatement> operations() {
        return PostgresParameters.RULES;
    }

    @Override
    public Connector<BoundStatement> open(Permits permits) {
        return UnusableConnector.unless(adapter.name(), () -> {
            var settings = PostgresSettings.of(adapter, engine, values, maxResultSize);
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

    private UserInfo inUrl() {
        return UserInfo.of(values.find(engine.url()).orElse(""));
    }

    private Optional<String> find(Optional<ValueKey> key) {
        return key.flatMap(values::find);
    }
}
