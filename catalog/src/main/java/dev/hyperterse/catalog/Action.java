package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.util.stream.Stream;

/** What a call runs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Action.RunSql.class, name = "sql"),
    @JsonSubTypes.Type(value = Action.RunDocument.class, name = "document"),
    @JsonSubTypes.Type(value = Action.RunCommand.class, name = "command")
})
public sealed interface Action {
    /** The name of the adapter that it runs on. */
    String adapter();

    /** What its values are made from; one may occur several times. */
    Stream<Reference> references();

    /** The statement as its author wrote it, for search hits and {@code render}; never executed. */
    String text();

    /** What a runtime must be able to do. */
    String feature();

    /** Runs a bound SQL statement. */
    record RunSql(String adapter, SqlStatement statement, String text) implements Action {
        @Override
        public Stream<Reference> references() {
            return statement.references();
        }

        @Override
        public String feature() {
            return Feature.SQL_STATEMENT;
        }
    }

    /** Runs a command of a document database. */
    record RunDocument(String adapter, DocumentCommand command, String text) implements Action {
        @Override
        public Stream<Reference> references() {
            return command.references();
        }

        @Override
        public String feature() {
            return Feature.DOCUMENT_COMMAND;
        }
    }

    /** Runs a command of Redis. */
    record RunCommand(String adapter, Command command, String text) implements Action {
        @Override
        public Stream<Reference> references() {
            return command.references();
        }

        @Override
        public String feature() {
            return Feature.COMMAND;
        }
    }
}
