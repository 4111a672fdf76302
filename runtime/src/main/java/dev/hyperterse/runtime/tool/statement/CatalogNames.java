package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;

/**
 * The statement that reads the names in a database that DescribeTable shows: one row, in which {@code names} is a list as
 * JSON of each name and how SQL has to write it. The list is bounded. Of MySQL's tables, {@code home} is their database.
 *
 * @param before the SQL of the caller, if it has it: only columns of tables that it names are near
 * @param after it
 */
record CatalogNames(Dialect dialect, String before, String after) {
    private static final String SQL_OF_CALLER = "{{ sql }}";

    /** A table out of the search path needs its schema. */
    static final CatalogNames POSTGRES_TABLES = of(Dialect.POSTGRES, """
            SELECT pg_catalog.json_agg(pg_catalog.json_build_array(f.name, f.shown)) AS names FROM (
            SELECT c.relname AS name, CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN '' ELSE
              pg_catalog.quote_ident(n.nspname) || '.' END || pg_catalog.quote_ident(c.relname) AS shown
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
            LIMIT 2000) f""");

    static final CatalogNames MYSQL_TABLES = of(Dialect.MYSQL, """
            SELECT json_arrayagg(json_array(f.name, f.shown)) AS names, database() AS home FROM (
            SELECT t.table_name AS name, concat('`', replace(t.table_name, '`', '``'), '`') AS shown
            FROM information_schema.tables t WHERE t.table_schema = database()
            LIMIT 2000) f""");

    static final CatalogNames MYSQL_COLUMNS = of(Dialect.MYSQL, """
            SELECT json_arrayagg(json_array(f.name, f.shown)) AS names FROM (
            SELECT c.column_name AS name, concat('`', replace(c.column_name, '`', '``'), '` of `',
              replace(c.table_name, '`', '``'), '`') AS shown
            FROM information_schema.columns c
            WHERE c.table_schema = database() AND locate(lower(c.table_name), lower({{ sql }})) > 0
            LIMIT 2000) f""");

    static final CatalogNames SQLITE_TABLES = of(Dialect.SQLITE, """
            SELECT json_group_array(json_array(f.name, f.shown)) AS names FROM (
            SELECT t.name, printf('"%w"', t.name) AS shown FROM pragma_table_list t
            WHERE t.schema = 'main' AND t.type IN ('table', 'view', 'virtual') AND length(t.name) <= 64
              AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            LIMIT 2000) f""");

    static final CatalogNames SQLITE_COLUMNS = of(Dialect.SQLITE, """
            SELECT json_group_array(json_array(f.name, f.shown)) AS names FROM (
            SELECT c.name, printf('"%w" of "%w"', c.name, t.name) AS shown
            FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
            WHERE t.schema = 'main' AND t.type IN ('table', 'view', 'virtual') AND c.hidden <> 1
              AND length(t.name) <= 64 AND length(c.name) <= 64
              AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND instr(lower({{ sql }}), lower(t.name)) > 0
            LIMIT 2000) f""");

    private static CatalogNames of(Dialect dialect, String text) {
        var at = text.indexOf(SQL_OF_CALLER);
        return at < 0
                ? new CatalogNames(dialect, text, "")
                : new CatalogNames(dialect, text.substring(0, at), text.substring(at + SQL_OF_CALLER.length()));
    }

    /** @param input with the SQL of the caller */
    SqlStatement statement(String input) {
        var sql = new Segment.Parameter(new Value.Whole(new Reference.Input(input)), ParameterType.TEXT);
        return new SqlStatement(
                dialect,
                after.isEmpty()
                        ? List.of(new Segment.Text(before))
                        : List.of(new Segment.Text(before), sql, new Segment.Text(after)));
    }
}
