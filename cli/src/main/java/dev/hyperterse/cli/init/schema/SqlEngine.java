package dev.hyperterse.cli.init.schema;

import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.Optional;

/** The engines whose catalogs can be read. */
public enum SqlEngine implements DatabaseEngine {
    POSTGRES("Postgres", "PostgreSQL", Dialect.POSTGRES),
    MYSQL("Mysql", "MySQL or MariaDB", Dialect.MYSQL),
    SQLITE("Sqlite", "SQLite", Dialect.SQLITE);

    private final String adapter;
    private final String display;
    private final Dialect dialect;

    SqlEngine(String adapter, String display, Dialect dialect) {
        this.adapter = adapter;
        this.display = display;
        this.dialect = dialect;
    }

    /** That of an adapter; empty where it has no tables. */
    public static Optional<SqlEngine> of(Engine engine) {
        return switch (engine) {
            case Engine.Postgres _ -> Optional.of(POSTGRES);
            case Engine.Mysql _ -> Optional.of(MYSQL);
            case Engine.Sqlite _ -> Optional.of(SQLITE);
            case Engine.Mongodb _, Engine.Redis _, Engine.OverHttp _ -> Optional.empty();
        };
    }

    @Override
    public String adapter() {
        return adapter;
    }

    @Override
    public String display() {
        return display;
    }

    public Dialect dialect() {
        return dialect;
    }
}
