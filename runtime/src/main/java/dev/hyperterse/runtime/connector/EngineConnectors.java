package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.pipeline.Connector;
import dev.hyperterse.runtime.pipeline.Connectors;
import dev.hyperterse.runtime.pipeline.Permits;
import java.nio.file.Path;

/** Opens the connectors of this build. */
public final class EngineConnectors implements Connectors {
    private final Path dataDirectory;
    private final long maxResultSize;

    /**
     * @param dataDirectory the only place where database files may lie
     * @param maxResultSize more than this is not even read from an engine
     */
    public EngineConnectors(Path dataDirectory, long maxResultSize) {
        this.dataDirectory = dataDirectory;
        this.maxResultSize = maxResultSize;
    }

    @Override
    public Connector open(Adapter adapter, ValueSet values, Permits permits) {
        return switch (adapter.engine()) {
            case Engine.Postgres postgres -> {
                try {
                    var settings = PostgresSettings.of(adapter, postgres, values, maxResultSize);
                    yield new PostgresConnector(adapter, settings, permits);
                } catch (UnusableSettings unusable) {
                    yield new UnusableConnector(adapter.name(), Dialect.POSTGRES, unusable.getMessage());
                }
            }
            case Engine.Sqlite sqlite -> {
                try {
                    var settings = SqliteSettings.of(adapter, sqlite, values, dataDirectory);
                    yield new SqliteConnector(adapter, settings, permits);
                } catch (UnusableSettings unusable) {
                    yield new UnusableConnector(adapter.name(), Dialect.SQLITE, unusable.getMessage());
                }
            }
        };
    }
}
