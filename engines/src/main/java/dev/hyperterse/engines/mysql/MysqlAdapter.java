package dev.hyperterse.engines.mysql;

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
import dev.hyperterse.engines.jdbc.JdbcConnector;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * An adapter of MySQL or MariaDB.
 *
 * @param secrets the folder for password files
 * @param maxResultSize of a call; limits the bytes that are read of one row
 */
public record MysqlAdapter(Adapter adapter, Engine.Mysql engine, ValueSet values, Path secrets, long maxResultSize)
        implements RemoteAdapter<BoundStatement> {
    public static MysqlAdapter of(
            Adapter adapter, Engine.Mysql engine, ValueSet all, Path secrets, long maxResultSize) {
        return new MysqlAdapter(adapter, engine, RemoteSettings.used(engine, all), secrets, maxResultSize);
    }

    @Override
    public AdapterAddress address() {
        return new AdapterAddress("mysql", remote().location(), Optional.empty(), Map.of());
    }

    @Override
    public OperationKind<BoundStatement> operations() {
        return MysqlParameters.RULES;
    }

    @Override
    public String system() {
        return "mysql";
    }

    @Override
    public Connector<BoundStatement> open(Permits permits) {
        return UnusableConnector.unless(adapter.name(), () -> {
            var settings = MysqlSettings.of(adapter, engine, values, secrets, maxResultSize);
            return new JdbcConnector<>(adapter, new MysqlDriver(adapter, settings), permits);
        });
    }
}
