package dev.hyperterse.runtime.tool.masking;

import dev.hyperterse.catalog.statement.Dialect;

/**
 * The statement that reads a schema: one row with one JSON document, because an adapter may allow no more rows. Its
 * member {@code columns} has schema, table, column, position, comment, and the tables above and below it by inheritance.
 * Columns of views have no names, because a view may come before a table of its name. Where it cannot, views are left out,
 * as are tables whose columns have no names of their own.
 */
final class SchemaStatement {
    private static final String POSTGRES = """
            WITH RECURSIVE parents(child, parent) AS (
              SELECT inhrelid, inhparent FROM pg_catalog.pg_inherits
              UNION SELECT p.child, i.inhparent FROM parents p JOIN pg_catalog.pg_inherits i ON i.inhrelid = p.parent
            ), relatives(one, other) AS (
              SELECT child, parent FROM parents UNION ALL SELECT parent, child FROM parents
            )
            SELECT pg_catalog.json_build_object('columns', pg_catalog.json_agg(pg_catalog.json_build_array(
                n.nspname, c.relname, CASE WHEN c.relkind IN ('r', 'p', 'f') THEN a.attname END, a.attnum, pg_catalog.col_description(c.oid, a.attnum),
                (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(s.nspname, o.relname))
                 FROM relatives r JOIN pg_catalog.pg_class o ON o.oid = r.other
                 JOIN pg_catalog.pg_namespace s ON s.oid = o.relnamespace WHERE r.one = c.oid))))::text AS document
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname NOT IN ('information_schema', 'pg_catalog', 'pg_toast')
              AND a.attnum > 0 AND NOT a.attisdropped""";

    /** A star leaves out invisible columns. All is counted and listed in one reading, because tables come and go meanwhile. */
    private static final String MYSQL = """
            WITH known AS (
              SELECT c.table_schema, c.table_name, c.column_name, c.ordinal_position, c.column_comment
              FROM information_schema.columns c JOIN information_schema.tables t
                ON t.table_schema = c.table_schema AND t.table_name = c.table_name
              WHERE t.table_type = 'BASE TABLE'
                AND c.table_schema NOT IN ('mysql', 'sys', 'performance_schema', 'information_schema')
                AND NOT EXISTS (SELECT 1 FROM information_schema.columns i
                  WHERE i.table_schema = c.table_schema AND i.table_name = c.table_name
                    AND i.extra LIKE '%INVISIBLE%'))
            SELECT json_object('current', database(), 'count', k.number, 'columns', k.list) AS document
            FROM (SELECT count(*) AS number, json_arrayagg(json_array(table_schema, table_name, column_name,
              ordinal_position, column_comment)) AS list FROM known) k""";

    /** Virtual tables have shadow tables with their rows, and tables of the engine have samples. */
    private static final String SQLITE = """
            SELECT json_object(
              'columns', (SELECT json_group_array(json_array(t.schema, t.name, c.name, c.cid, ''))
                FROM pragma_table_list t JOIN pragma_table_xinfo(t.name, t.schema) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1)) AS document""";

    private SchemaStatement() {}

    static String of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> POSTGRES;
            case MYSQL -> MYSQL;
            case SQLITE -> SQLITE;
        };
    }
}
