package dev.hyperterse.compiler.builtin;

import dev.hyperterse.crds.v1alpha1.ToolInput;
import java.util.List;

/**
 * MySQL and MariaDB, whose information_schema shows an account what it has any right to. Both look up a schema and a table
 * only where these are compared with constants; otherwise they open every table of the server. MariaDB shows defaults as
 * expressions: 'NULL' is no default, and a text has quotes.
 */
final class MysqlCatalog implements CatalogViews {
    private static final String SCHEMA = "COALESCE({{ inputs.schema }}, DATABASE())";
    private static final String NOT_THE_ENGINES = "NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')";

    @Override
    public String engine() {
        return "MySQL or MariaDB";
    }

    @Override
    public List<ToolInput> inputs(ToolInput own) {
        return List.of(own, BuiltinInputs.DATABASE);
    }

    @Override
    public String tables() {
        return """
                SELECT t.TABLE_SCHEMA AS `schema`, t.TABLE_NAME AS `name`,
                  IF(t.TABLE_TYPE = 'VIEW', 'view', 'table') AS `kind`,
                  IF(t.TABLE_TYPE = 'VIEW', NULL, NULLIF(t.TABLE_COMMENT, '')) AS `comment`
                FROM information_schema.TABLES t
                WHERE t.TABLE_SCHEMA = %s AND t.TABLE_SCHEMA %s
                  AND ({{ inputs.pattern }} IS NULL OR t.TABLE_NAME LIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME""".formatted(SCHEMA, NOT_THE_ENGINES);
    }

    @Override
    public String columns() {
        return """
                SELECT c.TABLE_SCHEMA AS `schema`, c.TABLE_NAME AS `table`, c.COLUMN_NAME AS `name`,
                  c.COLUMN_TYPE AS `type`, c.IS_NULLABLE = 'YES' AS `nullable`,
                  IF(VERSION() LIKE '%%MariaDB%%', NULLIF(c.COLUMN_DEFAULT, 'NULL'), c.COLUMN_DEFAULT) AS `default`,
                  c.COLUMN_KEY = 'PRI' AS `primary_key`, r.`targets` AS `references`,
                  NULLIF(c.COLUMN_COMMENT, '') AS `comment`
                FROM information_schema.COLUMNS c LEFT JOIN (
                  SELECT k.TABLE_NAME, k.COLUMN_NAME, GROUP_CONCAT(DISTINCT k.REFERENCED_TABLE_SCHEMA, '.',
                    k.REFERENCED_TABLE_NAME, '.', k.REFERENCED_COLUMN_NAME SEPARATOR '; ') AS `targets`
                  FROM information_schema.KEY_COLUMN_USAGE k
                  WHERE k.TABLE_SCHEMA = %1$s AND k.TABLE_NAME = {{ inputs.table }}
                    AND k.REFERENCED_TABLE_NAME IS NOT NULL
                  GROUP BY k.TABLE_NAME, k.COLUMN_NAME) r
                  ON r.TABLE_NAME = c.TABLE_NAME AND r.COLUMN_NAME = c.COLUMN_NAME
                WHERE c.TABLE_SCHEMA = %1$s AND c.TABLE_NAME = {{ inputs.table }} AND c.TABLE_SCHEMA %2$s
                ORDER BY c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION""".formatted(SCHEMA, NOT_THE_ENGINES);
    }

    @Override
    public String search() {
        return """
                SELECT t.TABLE_SCHEMA AS `schema`, t.TABLE_NAME AS `table`, NULL AS `column`, NULL AS `type`,
                  IF(t.TABLE_TYPE = 'VIEW', NULL, NULLIF(t.TABLE_COMMENT, '')) AS `comment`
                FROM information_schema.TABLES t
                WHERE t.TABLE_SCHEMA = %1$s AND t.TABLE_SCHEMA %2$s
                  AND (t.TABLE_NAME LIKE '%%{{ inputs.pattern | like }}%%'
                       OR t.TABLE_COMMENT LIKE '%%{{ inputs.pattern | like }}%%' AND t.TABLE_TYPE <> 'VIEW')
                UNION ALL
                SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.COLUMN_TYPE, NULLIF(c.COLUMN_COMMENT, '')
                FROM information_schema.COLUMNS c
                WHERE c.TABLE_SCHEMA = %1$s AND c.TABLE_SCHEMA %2$s
                  AND (c.COLUMN_NAME LIKE '%%{{ inputs.pattern | like }}%%'
                       OR c.COLUMN_COMMENT LIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY `schema`, `table`, `column`""".formatted(SCHEMA, NOT_THE_ENGINES);
    }
}
