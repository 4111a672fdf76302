package dev.hyperterse.runtime.connector.mysql;

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
import dev.hyperterse.runtime.connector.jdbc.JdbcConnector;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An adapter of MySQL or MariaDB.
 *
 * @param maxResultSize of a call; bounds what is read of one row
 */
public record MysqlAdapter(Adapter adapter, Engine.Mysql engine, ValueSet values, long maxResultSize)
        implements AdapterSettings<BoundStatement> {
    public static MysqlAdapter of(Adapter adapter, Engine.Mysql engine, ValueSet all, long maxResultSize) {
        var tls = engine.tls();
        var named = Stream.of(
                Optional.of(engine.url()),
                engine.username(),
                engine.password(),
                tls.ca(),
                tls.certificate(),
                tls.key());
        return new MysqlAdapter(adapter, engine, UsedValues.of(all, named), maxResultSize);
    }

    @Override
    public AdapterAddress address() {
        return new AdapterAddress(
                "mysql", values.find(engine.url()).map(UserInfo::without), Optional.empty(), Map.of());
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
        return MysqlParameters.RULES;
    }

    @Override
    public Connector<BoundStatement> open(Permits permits) {
        return UnusableConnector.unless(adapter.name(), () -> {
            var settings = MysqlSettings.of(adapter, engine, values, maxResultSize);
            return new JdbcConnector<>(adapter, new MysqlDriver(adapter, settings), permits);
        });
    }

    private UserInfo inUrl() {
        return UserInfo.of(values.find(engine.url()).orElse(""));
    }

    private Optional<String> find(Optional<ValueKey> key) {
        return key.flatMap(values::find);
    }
}
