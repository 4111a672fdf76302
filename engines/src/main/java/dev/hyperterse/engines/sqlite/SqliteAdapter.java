package dev.hyperterse.engines.sqlite;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.ParameterRules;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.UnusableConnector;
import dev.hyperterse.engines.UsedValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An adapter of SQLite. A database in memory ends with its last connection, so it has only settings whose change
 * requires a new connection.
 */
public record SqliteAdapter(Adapter adapter, Engine.Sqlite engine, ValueSet values, Path dataDirectory)
        implements AdapterSettings<BoundStatement> {
    /** SQLite has no arrays and no types for times: datetimes are compared as texts and stay as they are. */
    private static final ParameterRules RULES = () -> Dialect.SQLITE;

    public static SqliteAdapter of(Adapter adapter, Engine.Sqlite engine, ValueSet all, Path dataDirectory) {
        var values = UsedValues.of(all, Stream.of(Optional.of(engine.url()), engine.initSql()));
        return new SqliteAdapter(adapter, engine, values, dataDirectory);
    }

    @Override
    public AdapterAddress address() {
        var content = engine.initSql().flatMap(values::find);
        return new AdapterAddress("sqlite", values.find(engine.url()), content, Map.of());
    }

    @Override
    public ConnectionTrust trust() {
        return ConnectionTrust.LOCAL;
    }

    @Override
    public List<Optional<String>> credentials() {
        return List.of();
    }

    @Override
    public OperationKind<BoundStatement> operations() {
        return RULES;
    }

    @Override
    public String system() {
        return "sqlite";
    }

    @Override
    public Connector<BoundStatement> open(Permits permits) {
        // A database in memory is outside of the heap, and its limit follows from that of the heap.
        var largestInMemory = Runtime.getRuntime().maxMemory() / 4;
        return UnusableConnector.unless(
                adapter.name(),
                () -> new SqliteConnector(
                        adapter, SqliteSettings.of(adapter, engine, values, dataDirectory, largestInMemory), permits));
    }
}
