package dev.hyperterse.compiler.builtin;

import dev.hyperterse.crds.v1alpha1.ToolInput;
import java.util.List;

/** SQLite, which has one schema, no comments and no roles. */
final class SqliteCatalog implements CatalogViews {
    private static final String OF_THE_DATABASE =
            "t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

    @Override
    public String engine() {
        return "SQLite";
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
                SELECT t.name AS "table", c.name, c.type, c."notnull" = 0 AS nullable, c.dflt_value AS "default",
                  c.pk > 0 AS primary_key,
                  (SELECT group_concat(k."table" || coalesce('.' || k."to", ''), '; ')
                   FROM pragma_foreign_key_list(t.name) k WHERE k."from" = c.name) AS "references"
                FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
                WHERE %s AND c.hidden <> 1 AND t.name = {{ inputs.table }} COLLATE NOCASE
                ORDER BY t.name, c.cid""".formatted(OF_THE_DATABASE);
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
}
