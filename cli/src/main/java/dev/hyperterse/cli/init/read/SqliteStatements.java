package dev.hyperterse.cli.init.read;

import static dev.hyperterse.cli.init.read.CatalogStatements.anyIn;
import static java.util.stream.Collectors.joining;

import dev.hyperterse.cli.init.schema.ColumnType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** SQLite, which has no comments, and of checks the text of the table alone. Types are what an author likes to write. */
record SqliteStatements(Set<String> broken) implements CatalogStatements {
    private static final String TABLES = "FROM pragma_table_list() t JOIN sqlite_schema s ON s.name = t.name"
            + " WHERE t.schema = 'main' AND t.type IN ('table', 'view', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

    private String present() {
        return broken.isEmpty()
                ? TABLES
                : broken.stream()
                        .map(SqliteStatements::quoted)
                        .collect(joining(", ", TABLES + " AND t.name NOT IN (", ")"));
    }

    private static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }

    @Override
    public Optional<String> description(String view) {
        return Optional.of("SELECT 1 FROM pragma_table_xinfo(%s) LIMIT 1".formatted(quoted(view)));
    }

    @Override
    public CatalogStatements without(Set<String> views) {
        return new SqliteStatements(views);
    }

    @Override
    public String tables() {
        return """
                SELECT '' AS "schema", t.name AS name, t.type = 'view' AS "view", NULL AS comment, -1 AS "rows"
                %s ORDER BY t.name""".formatted(present());
    }

    @Override
    public String columns() {
        return """
                SELECT '' AS "schema", t.name AS "table", c.name AS name, c.type AS type, c.type AS base,
                  c."notnull" = 0 AND NOT (c.pk > 0 AND upper(c.type) = 'INTEGER') AS nullable,
                  NULL AS comment, NULL AS choices
                FROM (SELECT t.name AS name %s) t JOIN pragma_table_xinfo(t.name) c
                WHERE c.hidden <> 1 ORDER BY t.name, c.cid""".formatted(present());
    }

    @Override
    public String indexes() {
        return """
                SELECT '' AS "schema", t.name AS "table", '' AS name, 1 AS is_primary, 1 AS is_unique, c.name AS "column",
                  c.pk AS place
                FROM (SELECT t.name AS name %1$s) t JOIN pragma_table_info(t.name) c WHERE c.pk > 0
                UNION ALL
                SELECT '', t.name, i.name, 0, i."unique", c.name, c.seqno
                FROM (SELECT t.name AS name %1$s) t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
                WHERE i.partial = 0 AND i.origin <> 'pk'
                ORDER BY 2, 4 DESC, 3, 7""".formatted(present());
    }

    @Override
    public String references() {
        return """
                SELECT '' AS "schema", t.name AS "table", CAST(k.id AS TEXT) AS name, k."from" AS "column",
                  '' AS target_schema, k."table" AS target_table, k."to" AS target_column
                FROM (SELECT t.name AS name %s) t JOIN pragma_foreign_key_list(t.name) k
                ORDER BY t.name, k.id DESC, k.seq""".formatted(present());
    }

    @Override
    public List<String> checks() {
        return List.of("""
                SELECT '' AS "schema", t.name AS "table", s.sql AS definition %s ORDER BY t.name""".formatted(present()));
    }

    /** By the words that give a column its affinity, after those that say what a text or number stands for. */
    @Override
    public ColumnType type(String base) {
        var type = base.toUpperCase(Locale.ROOT);
        if (type.startsWith("BOOL")) {
            return ColumnType.BOOLEAN;
        }
        if (type.startsWith("DATETIME") || type.startsWith("TIMESTAMP")) {
            return ColumnType.TIMESTAMP;
        }
        if (type.startsWith("DATE")) {
            return ColumnType.DATE;
        }
        if (anyIn(type, "JSON", "TIME", "POINT")) {
            return ColumnType.OTHER;
        }
        if (type.contains("INT")) {
            return ColumnType.INTEGER;
        }
        if (anyIn(type, "CHAR", "CLOB", "TEXT")) {
            return ColumnType.TEXT;
        }
        if (type.contains("BLOB")) {
            return ColumnType.BINARY;
        }
        return anyIn(type, "REAL", "FLOA", "DOUB", "NUMERIC", "DECIMAL") ? ColumnType.NUMBER : ColumnType.OTHER;
    }
}
