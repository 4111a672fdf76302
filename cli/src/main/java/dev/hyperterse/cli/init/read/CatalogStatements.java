package dev.hyperterse.cli.init.read;

import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an engine is asked about its tables. Each statement answers with rows of the same columns for every engine:
 * those that are named below. Names of schemas are empty where there are none.
 */
interface CatalogStatements {
    /** {@code schema, name, view, comment, rows}. */
    String tables();

    /** {@code schema, table, name, type, base, nullable, comment, choices}; {@code choices} is a JSON array, or NULL. */
    String columns();

    /** {@code schema, table, name, is_primary, is_unique, column}, in the order of the columns of each index. */
    String indexes();

    /** {@code schema, table, name, column, target_schema, target_table, target_column}, the last one NULL for the key. */
    String references();

    /** {@code schema, table, definition}: texts in which checks may stand. More than one where versions differ. */
    List<String> checks();

    /**
     * A statement that fails where the engine cannot describe a view, because what it reads is gone; empty for an engine
     * that describes the others beside it.
     */
    default Optional<String> description(String view) {
        return Optional.empty();
    }

    /** The same without those views. */
    default CatalogStatements without(Set<String> views) {
        return this;
    }

    /** @param base the type without length or precision, behind a domain */
    ColumnType type(String base);

    /** The choices that stand in a type itself. */
    default List<String> choices(String declared) {
        return List.of();
    }

    static CatalogStatements of(SqlEngine engine) {
        return switch (engine) {
            case POSTGRES -> new PostgresStatements();
            case MYSQL -> new MysqlStatements();
            case SQLITE -> new SqliteStatements(Set.of());
        };
    }

    static boolean anyIn(String text, String... words) {
        return Stream.of(words).anyMatch(text::contains);
    }
}
