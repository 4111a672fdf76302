package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Dialect;

/** Maps dialects to their rules. */
public final class SqlDialects {
    private static final SqlDialect POSTGRES = new PostgresDialect();
    private static final SqlDialect SQLITE = new SqliteDialect();
    private static final SqlDialect MYSQL = new MysqlDialect();

    private SqlDialects() {}

    public static SqlDialect of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> POSTGRES;
            case SQLITE -> SQLITE;
            case MYSQL -> MYSQL;
        };
    }
}
