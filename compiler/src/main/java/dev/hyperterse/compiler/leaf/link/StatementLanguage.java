package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;

/** The language of an adapter's statements. */
public sealed interface StatementLanguage {
    record Sql(Dialect dialect) implements StatementLanguage {}

    /** Commands of a document database, as JSON. */
    record Documents() implements StatementLanguage {}

    /** Commands of Redis. */
    record Commands() implements StatementLanguage {}

    /** None: an HTTP API takes the requests of tools. */
    record Requests() implements StatementLanguage {}

    /** None: another MCP server is asked for its tools, prompts and resources. */
    record ToolCalls() implements StatementLanguage {}

    static StatementLanguage of(Engine engine) {
        return switch (engine) {
            case Engine.Mysql _ -> new Sql(Dialect.MYSQL);
            case Engine.Postgres _ -> new Sql(Dialect.POSTGRES);
            case Engine.Sqlite _ -> new Sql(Dialect.SQLITE);
            case Engine.Redis _ -> new Commands();
            case Engine.Mongodb _ -> new Documents();
            case Engine.Http _ -> new Requests();
            case Engine.Mcp _ -> new ToolCalls();
        };
    }

    /** The language that the action was compiled from. */
    static StatementLanguage of(Action.OnAdapter action) {
        return switch (action) {
            case Action.RunSql sql -> new Sql(sql.statement().dialect());
            case Action.RunAdHocSql sql -> new Sql(sql.dialect());
            case Action.RunDocument _ -> new Documents();
            case Action.RunCommand _ -> new Commands();
            case Action.RunRequest _ -> new Requests();
            case Action.OnServer _ -> new ToolCalls();
        };
    }

    /** Whether a setting can last for one transaction and no longer. */
    default boolean hasTransactionSettings() {
        return equals(new Sql(Dialect.POSTGRES));
    }
}
