package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.util.stream.Stream;

/** What a call runs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = Action.RunSql.class, name = "sql"))
public sealed interface Action {
    /** The name of the adapter that it runs on. */
    String adapter();

    /** What its values are made from; one may occur several times. */
    Stream<Reference> references();

    /**
     * Runs a bound SQL statement.
     *
     * @param text the statement as its author wrote it, for search hits and {@code render}; never executed
     */
    record RunSql(String adapter, SqlStatement statement, String text) implements Action {
        @Override
        public Stream<Reference> references() {
            return statement.references();
        }
    }
}
