package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.List;

/** SQLite, which has one schema, no comments and no roles. */
final class SqliteCatalog implements CatalogViews {
    private static final String OF_THE_DATABASE =
            "t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

    /** Checks are in the definition of a table only. */
    private static final String DETAILS = """
            coalesce((SELECT group_concat(iif(l."unique", 'unique', 'index') || ' (' || (
                SELECT group_concat(i.name, ', ') FROM pragma_index_info(l.name) i) || ')', '; ')
              FROM pragma_index_list(t.name) l
              WHERE l.origin <> 'pk'
                AND c.name = (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0)) || '; ', '')
            || coalesce('referenced by ' || (SELECT group_concat(DISTINCT o.name)
              FROM sqlite_schema o JOIN pragma_foreign_key_list(o.name) k
              WHERE o.type = 'table' AND k."table" = t.name COLLATE NOCASE
                AND (k."to" = c.name COLLATE NOCASE OR k."to" IS NULL AND c.pk = k.seq + 1)) || '; ', '')
            || iif(c.cid = 0 AND t.sql LIKE '%CHECK%', t.sql, '')""";

    @Override
    public String engine() {
        return "SQLite";
    }

    @Override
    public boolean estimatesCosts() {
        return false;
    }

    @Override
    public List<ToolInput> inputs(ToolInput own) {
        return List.of(own);
    }

    @Override
    public String tables() {
        return """
                SELECT t.name, t.type AS kind FROM sqlite_schema t
                WHERE %s AND ({{ inputs.pattern }} IS NULL OR t.name LIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY t.name""".formatted(OF_THE_DATABASE);
    }

    @Override
    public String columns() {
        return """
                WITH RECURSIVE described AS (
                SELECT t.name AS "table", c.name, c.type, c."notnull" = 0 AS nullable, c.dflt_value AS "default",
                  c.pk > 0 AS primary_key,
                  (SELECT group_concat(k."table" || coalesce('.' || k."to", ''), '; ')
                   FROM pragma_foreign_key_list(t.name) k WHERE k."from" = c.name) AS "references",
                  nullif(rtrim(%2$s, '; '), '') AS details, c.cid AS position
                FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
                WHERE %1$s AND c.hidden <> 1 AND t.name = {{ inputs.table }} COLLATE NOCASE),
                pair (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM pair WHERE at < length({{ inputs.table }}) - 1)
                SELECT "table", name, type, nullable, "default", primary_key, "references", details FROM (
                SELECT * FROM described
                UNION ALL
                SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'no such table' || coalesce('; did you mean ' || (
                  SELECT group_concat(m.name, ', ') FROM (SELECT t.name, (SELECT count(*) FROM pair
                    WHERE instr(lower(t.name), substr(lower({{ inputs.table }}), pair.at, 2)) > 0) AS score
                    FROM sqlite_schema t WHERE %1$s AND score * 5 >= 2 * (length({{ inputs.table }}) - 1) AND score > 0
                    ORDER BY score DESC, t.name LIMIT 3) m) || '?', ''), 0
                WHERE NOT EXISTS (SELECT 1 FROM described))
                ORDER BY "table", position""".formatted(OF_THE_DATABASE, DETAILS);
    }

    @Override
    public String search() {
        return """
                SELECT t.name AS "table", NULL AS "column", NULL AS type FROM sqlite_schema t
                WHERE %1$s AND t.name LIKE '%%{{ inputs.pattern | like }}%%'
                UNION ALL
                SELECT t.name, c.name, c.type FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
                WHERE %1$s AND c.hidden <> 1 AND c.name LIKE '%%{{ inputs.pattern | like }}%%'
                ORDER BY 1, 2""".formatted(OF_THE_DATABASE);
    }

    @Override
    public List<ToolInput> table() {
        return inputs(ColumnValues.ITS_TABLE);
    }

    /** The name of a column behind that of its table, because SQLite takes an unknown one alone for a text. */
    @Override
    public List<Segment> values() {
        return new ColumnValues("\"")
                .text("""
                        SELECT value, count(*) AS count, sum(count(*)) OVER () AS sample
                        FROM (SELECT substr(CAST(s.""")
                .name(ColumnValues.COLUMN)
                .text(" AS TEXT), 1, 200) AS value FROM main.")
                .name(ColumnValues.TABLE)
                .text(" s WHERE EXISTS (SELECT 1 FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE "
                        + OF_THE_DATABASE + " AND c.hidden <> 1 AND t.name = ")
                .value(ColumnValues.TABLE)
                .text(" COLLATE NOCASE AND c.name = ")
                .value(ColumnValues.COLUMN)
                .text(" COLLATE NOCASE)")
                .grouped();
    }
}
