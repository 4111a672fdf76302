package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
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

    /** Columns without rights are named by nothing: not by a check, an index or a key of another table. */
    private static final String DETAILS = """
            (SELECT 'one of ' || pg_catalog.string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)
              FROM pg_catalog.pg_enum e JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
              WHERE e.enumtypid IN (y.oid, y.typbasetype, y.typelem)),
            (SELECT pg_catalog.string_agg(pg_catalog.pg_get_constraintdef(k.oid), '; ' ORDER BY k.conname)
              FROM pg_catalog.pg_constraint k
              WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey[1] = a.attnum
                AND (pg_catalog.has_table_privilege(c.oid, 'SELECT') OR NOT EXISTS (
                  SELECT 1 FROM pg_catalog.unnest(k.conkey) x
                  WHERE NOT pg_catalog.has_column_privilege(c.oid, x, 'SELECT')))),
            (SELECT pg_catalog.string_agg(CASE WHEN i.indisprimary THEN 'primary key' WHEN i.indisunique THEN 'unique'
                ELSE 'index' END || ' ' || pg_catalog.substring(pg_catalog.pg_get_indexdef(i.indexrelid), ' USING [a-z]+ (.*)$'),
                '; ' ORDER BY i.indexrelid)
              FROM pg_catalog.pg_index i
              WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND NOT (i.indisprimary AND i.indnatts = 1)
                AND (pg_catalog.has_table_privilege(c.oid, 'SELECT') OR i.indexprs IS NULL AND i.indpred IS NULL
                  AND NOT EXISTS (SELECT 1 FROM pg_catalog.unnest(i.indkey) x
                    WHERE NOT pg_catalog.has_column_privilege(c.oid, x, 'SELECT')))),
            (SELECT 'referenced by ' || pg_catalog.string_agg(DISTINCT k.conrelid::pg_catalog.regclass::text, ', ')
              FROM pg_catalog.pg_constraint k
              WHERE k.confrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.confkey)
                AND pg_catalog.has_any_column_privilege(k.conrelid, 'SELECT')),
            CASE WHEN c.reltuples >= 0 AND pg_catalog.row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) = 1
              THEN 'table of about ' || c.reltuples::bigint || ' rows' END""";

    /** Names are near if they have two fifths of the pairs of letters. */
    private static final String NO_SUCH_TABLE = """
            'no such table' || COALESCE('; did you mean ' || (
              SELECT pg_catalog.string_agg(m.relname, ', ' ORDER BY m.score DESC, m.relname) FROM (
              SELECT r.relname, r.score FROM (
              SELECT DISTINCT c.relname, (SELECT pg_catalog.count(*)
                FROM pg_catalog.generate_series(1, pg_catalog.length({{ inputs.table }}) - 1) g
                WHERE pg_catalog.strpos(pg_catalog.lower(c.relname),
                  pg_catalog.substr(pg_catalog.lower({{ inputs.table }}), g::int, 2)) > 0) AS score
              %s) r
              WHERE r.score > 0 AND r.score * 5 >= 2 * (pg_catalog.length({{ inputs.table }}) - 1)
              ORDER BY r.score DESC, r.relname LIMIT 3) m) || '?', '')""".formatted(READABLE);

    @Override
    public String engine() {
        return "PostgreSQL";
    }

    @Override
    public boolean estimatesCosts() {
        return true;
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
                WITH described AS (
                SELECT n.nspname AS schema, c.relname AS "table", a.attname AS name, a.attnum AS position,
                  pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
                  (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attrdef d
                   WHERE d.adrelid = c.oid AND d.adnum = a.attnum) AS default,
                  EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k
                          WHERE k.conrelid = c.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)) AS primary_key,
                  (SELECT pg_catalog.string_agg(pg_catalog.pg_get_constraintdef(k.oid), '; ' ORDER BY k.conname)
                   FROM pg_catalog.pg_constraint k
                   WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)
                     AND pg_catalog.has_any_column_privilege(k.confrelid, 'SELECT')) AS references,
                  NULLIF(pg_catalog.concat_ws('; ', %s), '') AS details,
                  pg_catalog.col_description(c.oid, a.attnum) AS comment
                %s  AND c.relname = {{ inputs.table }})
                SELECT schema, "table", name, type, nullable, default_ AS default, primary_key, references_ AS references,
                  details, comment FROM (
                SELECT d.schema, d."table", d.name, d.position, d.type, d.nullable, d.default AS default_, d.primary_key,
                  d.references AS references_, d.details, d.comment FROM described d
                UNION ALL
                SELECT NULL::name, NULL::name, NULL::name, 0, NULL, NULL, NULL, NULL, NULL, %s, NULL
                WHERE NOT EXISTS (SELECT 1 FROM described)) f
                ORDER BY schema, position""".formatted(DETAILS, READABLE_COLUMNS, NO_SUCH_TABLE);
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

    @Override
    public List<ToolInput> table() {
        return List.of(
                ColumnValues.ITS_TABLE,
                BuiltinInputs.name(
                        ColumnValues.SCHEMA,
                        "Name of its schema; the first of the search path that has the table where it is left out",
                        true));
    }

    /** A column and not the whole row, nor a function of it, because the catalog has a column of that name. */
    @Override
    public List<Segment> values() {
        return new ColumnValues("\"")
                .text("""
                        SELECT value, pg_catalog.count(*) AS count,
                          pg_catalog.sum(pg_catalog.count(*)) OVER ()::pg_catalog.int8 AS sample
                        FROM (SELECT pg_catalog."left"((""")
                .name(ColumnValues.COLUMN)
                .text(")::pg_catalog.text, 200) AS value FROM ")
                .name(ColumnValues.SCHEMA, ColumnValues.TABLE)
                .text("""
                         WHERE EXISTS (SELECT 1
                        FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
                          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                        WHERE a.attnum > 0 AND NOT a.attisdropped
                          AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
                          AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
                          AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
                          AND a.attname =""")
                .value(ColumnValues.COLUMN)
                .text(" AND c.relname = ")
                .value(ColumnValues.TABLE)
                .text(" AND (n.nspname = ")
                .value(ColumnValues.SCHEMA)
                .text(" OR pg_catalog.pg_table_is_visible(c.oid) AND CAST(")
                .value(ColumnValues.SCHEMA)
                .text(" AS pg_catalog.text) IS NULL))")
                .grouped();
    }
}
