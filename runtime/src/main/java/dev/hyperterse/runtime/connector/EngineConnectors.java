package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.adapter.AdapterSettings;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.Connectors;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.connector.postgres.PostgresConnector;
import dev.hyperterse.runtime.connector.postgres.PostgresSettings;
import dev.hyperterse.runtime.connector.sqlite.SqliteConnector;
import dev.hyperterse.runtime.connector.sqlite.SqliteSettings;
import java.nio.file.Path;

/** Opens the connectors of this build. */
public final class EngineConnectors implements Connectors {
    private final Path dataDirectory;
    /** A database in memory lies beside the heap; what a pod has for both follows from its memory. */
    private final long largestInMemory = Runtime.getRuntime().maxMemory() / 4;

    /** {@code dataDirectory}: the only place where database files may lie. */
    public EngineConnectors(Path dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    @Override
    public Connector open(AdapterSettings wanted, Permits permits) {
        var adapter = wanted.adapter();
        return switch (adapter.engine()) {
            case Engine.Postgres postgres -> {
                try {
                    var settings = PostgresSettings.of(adapter, postgres, wanted.values(), wanted.maxResultSize());
                    yield new PostgresConnector(adapter, settings, permits);
                } catch (UnusableSettings unusable) {
                    yield new UnusableConnector(adapter.name(), Dialect.POSTGRES, unusable.getMessage());
                }
            }
            case Engine.Sqlite sqlite -> {
                try {
                    var settings = SqliteSettings.of(adapter, sqlite, wanted.values(), dataDirectory, largestInMemory);
                    yield new SqliteConnector(adapter, settings, permits);
                } catch (UnusableSettings unusable) {
                    yield new UnusableConnector(adapter.name(), Dialect.SQLITE, unusable.getMessage());
                }
            }
        };
    }
}
