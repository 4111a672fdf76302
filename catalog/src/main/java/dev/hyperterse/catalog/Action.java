package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.SqlStatement;

/** What a call runs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = Action.RunSql.class, name = "sql"))
public sealed interface Action {
    /**
     * Runs a bound SQL statement.
     *
     * @param text the statement as its author wrote it, for search hits and {@code render}; never executed
     */
    record RunSql(String adapter, SqlStatement statement, String text) implements Action {}
}
