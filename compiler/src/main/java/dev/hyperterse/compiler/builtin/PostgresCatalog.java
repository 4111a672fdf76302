package dev.hyperterse.compiler.builtin;

import dev.hyperterse.crds.v1alpha1.ToolInput;
import java.util.List;

/**
 * PostgreSQL. The catalog shows every role all names, so each statement asks for the rights itself; information_schema
 * would leave out materialized views and comments. Partitions are left out: their table stands for them.
 */
final class PostgresCatalog implements CatalogViews {
    private static final String READABLE = """
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
              AND ({{ inputs.schema }} IS NULL OR n.nspname = {{ inputs.schema }})
            """;

    private static final String READABLE_COLUMNS = """
            FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
              JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE a.attnum > 0 AND NOT a.attisdropped
              AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
              AND ({{ inputs.schema }} IS NULL OR n.nspname = {{ inputs.schema }})
            """;

    @Override
    public String engine() {
        return "PostgreSQL";
    }

    @Override
    public List<ToolInput> inputs(ToolInput own) {
        return List.of(own, BuiltinInputs.SCHEMA);
    }

    @Override
    public String tables() {
        return """
                SELECT n.nspname AS schema, c.relname AS name,
                  CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table'
                    ELSE 'table' END AS kind,
                  pg_catalog.obj_description(c.oid, 'pg_class') AS comment
                %s  AND ({{ inputs.pattern }} IS NULL OR c.relname ILIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY n.nspname, c.relname""".formatted(READABLE);
    }

    @Override
    public String columns() {
        return """
                SELECT n.nspname AS schema, c.relname AS "table", a.attname AS name,
                  pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
                  (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d
                   WHERE d.adrelid = c.oid AND d.adnum = a.attnum) AS default,
                  EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k
                          WHERE k.conrelid = c.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)) AS primary_key,
                  (SELECT pg_catalog.string_agg(pg_catalog.pg_get_constraintdef(k.oid), '; ' ORDER BY k.conname)
                   FROM pg_catalog.pg_constraint k
                   WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)
                     AND pg_catalog.has_any_column_privilege(k.confrelid, 'SELECT')) AS references,
                  pg_catalog.col_description(c.oid, a.attnum) AS comment
                %s  AND c.relname = {{ inputs.table }}
                ORDER BY n.nspname, a.attnum""".formatted(READABLE_COLUMNS);
    }

    @Override
    public String search() {
        return """
                SELECT f.schema, f."table", f."column", f.type, f.comment FROM (
                SELECT n.nspname AS schema, c.relname AS "table", NULL::name AS "column", NULL::text AS type,
                  pg_catalog.obj_description(c.oid, 'pg_class') AS comment, c.relname AS named
                %sUNION ALL
                SELECT n.nspname, c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
                  pg_catalog.col_description(c.oid, a.attnum), a.attname
                %s) f
                WHERE f.named ILIKE '%%{{ inputs.pattern | like }}%%' OR f.comment ILIKE '%%{{ inputs.pattern | like }}%%'
                ORDER BY f.schema, f."table", f."column" NULLS FIRST""".formatted(READABLE, READABLE_COLUMNS);
    }
}
