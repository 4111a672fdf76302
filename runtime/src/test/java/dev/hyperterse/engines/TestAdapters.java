package dev.hyperterse.engines;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.SqlDatabase;
import dev.hyperterse.testbed.store.MongodbServer;
import java.util.Map;
import java.util.Optional;

/** Adapters as tests need them. */
public final class TestAdapters {
    public static final ValueKey URL = ValueKey.adapter(TestCalls.ADAPTER, "url");
    public static final ValueKey USERNAME = ValueKey.adapter(TestCalls.ADAPTER, "username");
    public static final ValueKey PASSWORD = ValueKey.adapter(TestCalls.ADAPTER, "password");
    public static final ValueKey INIT_SQL = ValueKey.adapter(TestCalls.ADAPTER, "initSql");

    /**
     * Milliseconds, less than a call has. 5,000 were too few for a machine with a load of 13; an engine that is silent is
     * waited for as long.
     */
    private static final long CONNECTING = 15_000;

    private TestAdapters() {}

    public static Adapter postgres(Adapter.Access access) {
        return postgres(access, 4, 10_000, 1000);
    }

    public static Adapter postgres(Adapter.Access access, int poolSize, long statementTimeout, int maxRows) {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return postgres(access, poolSize, statementTimeout, maxRows, tls);
    }

    public static Adapter postgres(
            Adapter.Access access, int poolSize, long statementTimeout, int maxRows, Engine.Tls tls) {
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(poolSize, 1, CONNECTING, 600_000, 1_800_000),
                statementTimeout,
                maxRows,
                new Engine.Postgres(
                        URL, Optional.of(USERNAME), Optional.of(PASSWORD), Optional.empty(), tls, Map.of()));
    }

    public static Adapter mysql(Adapter.Access access) {
        return mysql(access, 4, 10_000, 1000);
    }

    public static Adapter mysql(Adapter.Access access, int poolSize, long statementTimeout, int maxRows) {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return mysql(access, poolSize, statementTimeout, maxRows, tls);
    }

    public static Adapter mysql(
            Adapter.Access access, int poolSize, long statementTimeout, int maxRows, Engine.Tls tls) {
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(poolSize, 1, CONNECTING, 600_000, 1_800_000),
                statementTimeout,
                maxRows,
                new Engine.Mysql(URL, Optional.of(USERNAME), Optional.of(PASSWORD), Optional.empty(), tls, Map.of()));
    }

    /** An adapter that only reads, with a pool of its own. */
    public static Adapter postgresWithPool(Adapter.Pool pool) {
        var usual = postgres(Adapter.Access.ReadOnly);
        return new Adapter(
                usual.name(), usual.access(), pool, usual.statementTimeoutMillis(), usual.maxRows(), usual.engine());
    }

    public static Map<ValueKey, String> values(SqlDatabase database) {
        return Map.of(URL, database.url(), USERNAME, database.username(), PASSWORD, database.password());
    }

    public static Adapter mongodb(Adapter.Access access, int poolSize) {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(poolSize, 1, CONNECTING, 600_000, 1_800_000),
                10_000,
                1000,
                new Engine.Mongodb(URL, MongodbServer.DATABASE, Optional.empty(), Optional.empty(), tls, Map.of()));
    }

    public static Adapter sqlite(Adapter.Access access) {
        return sqlite(access, 10_000, 1000);
    }

    public static Adapter sqlite(Adapter.Access access, long statementTimeout, int maxRows) {
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(4, 1, CONNECTING, 600_000, 1_800_000),
                statementTimeout,
                maxRows,
                new Engine.Sqlite(URL, Optional.of(INIT_SQL), Map.of()));
    }
}
