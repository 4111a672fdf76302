package dev.hyperterse.engines;

import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.Engines;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.http.HttpAdapter;
import dev.hyperterse.engines.mcp.McpAdapter;
import dev.hyperterse.engines.mongodb.MongodbAdapter;
import dev.hyperterse.engines.mysql.MysqlAdapter;
import dev.hyperterse.engines.postgres.PostgresAdapter;
import dev.hyperterse.engines.redis.RedisAdapter;
import dev.hyperterse.engines.sqlite.SqliteAdapter;
import java.nio.file.Path;

/** The engines of this build: the only place that lists them. */
public final class EngineConnectors implements Engines {
    private final Path dataDirectory;
    private final Path secrets;

    /**
     * @param dataDirectory the only folder for database files
     * @param secrets the only folder for password files
     */
    public EngineConnectors(Path dataDirectory, Path secrets) {
        this.dataDirectory = dataDirectory;
        this.secrets = secrets;
    }

    @Override
    public AdapterSettings<?> read(Adapter adapter, ValueSet values, long maxResultSize) {
        return switch (adapter.engine()) {
            case Engine.Http http -> HttpAdapter.of(adapter, http, values);
            case Engine.Mcp mcp -> McpAdapter.of(adapter, mcp, values);
            case Engine.Postgres postgres -> PostgresAdapter.of(adapter, postgres, values, secrets, maxResultSize);
            case Engine.Mongodb mongodb -> MongodbAdapter.of(adapter, mongodb, values);
            case Engine.Mysql mysql -> MysqlAdapter.of(adapter, mysql, values, secrets, maxResultSize);
            case Engine.Redis redis -> RedisAdapter.of(adapter, redis, values, secrets);
            case Engine.Sqlite sqlite -> SqliteAdapter.of(adapter, sqlite, values, dataDirectory);
        };
    }
}
