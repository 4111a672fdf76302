package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Dialect;

/** Maps dialects to their rules. */
final class SqlDialects {
    private static final SqlDialect POSTGRES = new PostgresDialect();
    private static final SqlDialect SQLITE = new SqliteDialect();
    private static final SqlDialect MYSQL = new MysqlDialect();

    private SqlDialects() {}

    static SqlDialect of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> POSTGRES;
            case SQLITE -> SQLITE;
            case MYSQL -> MYSQL;
        };
    }
}
