package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.List;

/**
 * MySQL and MariaDB, whose information_schema shows an account what it has any right to. Both look up a schema and a table
 * only where these are compared with constants; otherwise they open every table of the server. MariaDB shows defaults as
 * expressions: 'NULL' is no default, and a text has quotes. MySQL compares names of tables and comments of columns by their
 * bytes; a text converted to another character set is compared by that one's collation, which ignores case.
 */
final class MysqlCatalog implements CatalogViews {
    private static final String SCHEMA = "COALESCE({{ inputs.schema }}, DATABASE())";
    private static final String NOT_THE_ENGINES = "NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')";

    @Override
    public String engine() {
        return "MySQL or MariaDB";
    }

    @Override
    public boolean estimatesCosts() {
        return true;
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
                  AND ({{ inputs.pattern }} IS NULL OR CONVERT(t.TABLE_NAME USING utf8mb4) LIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME""".formatted(SCHEMA, NOT_THE_ENGINES);
    }

    @Override
    public String columns() {
        return """
                WITH RECURSIVE pairs (`at`) AS (
                  SELECT 1 UNION ALL SELECT `at` + 1 FROM pairs WHERE `at` < CHAR_LENGTH({{ inputs.table }}) - 1),
                described AS (
                SELECT c.TABLE_SCHEMA AS `schema`, c.TABLE_NAME AS `table`, c.COLUMN_NAME AS `name`,
                  c.COLUMN_TYPE AS `type`, c.IS_NULLABLE = 'YES' AS `nullable`,
                  IF(VERSION() LIKE '%%MariaDB%%', NULLIF(c.COLUMN_DEFAULT, 'NULL'), c.COLUMN_DEFAULT) AS `default`,
                  c.COLUMN_KEY = 'PRI' AS `primary_key`, r.`targets` AS `references`,
                  NULLIF(CONCAT_WS('; ', x.`indexes`, CONCAT('referenced by ', b.`sources`),
                    IF(c.ORDINAL_POSITION = 1, (SELECT CONCAT('table of about ', t.TABLE_ROWS, ' rows')
                      FROM information_schema.TABLES t
                      WHERE t.TABLE_SCHEMA = %1$s AND t.TABLE_NAME = {{ inputs.table }}), NULL)), '') AS `details`,
                  NULLIF(c.COLUMN_COMMENT, '') AS `comment`, c.ORDINAL_POSITION AS `position`
                FROM information_schema.COLUMNS c LEFT JOIN (
                  SELECT k.TABLE_NAME, k.COLUMN_NAME, GROUP_CONCAT(DISTINCT k.REFERENCED_TABLE_SCHEMA, '.',
                    k.REFERENCED_TABLE_NAME, '.', k.REFERENCED_COLUMN_NAME SEPARATOR '; ') AS `targets`
                  FROM information_schema.KEY_COLUMN_USAGE k
                  WHERE k.TABLE_SCHEMA = %1$s AND k.TABLE_NAME = {{ inputs.table }}
                    AND k.REFERENCED_TABLE_NAME IS NOT NULL
                  GROUP BY k.TABLE_NAME, k.COLUMN_NAME) r
                  ON r.TABLE_NAME = c.TABLE_NAME AND r.COLUMN_NAME = c.COLUMN_NAME
                LEFT JOIN (
                  SELECT i.`first`, GROUP_CONCAT(i.`shown` ORDER BY i.`shown` SEPARATOR '; ') AS `indexes` FROM (
                    SELECT MAX(IF(s.SEQ_IN_INDEX = 1, s.COLUMN_NAME, NULL)) AS `first`,
                      CONCAT(IF(MAX(s.NON_UNIQUE), 'index', 'unique'), ' (',
                        GROUP_CONCAT(s.COLUMN_NAME ORDER BY s.SEQ_IN_INDEX SEPARATOR ', '), ')') AS `shown`
                    FROM information_schema.STATISTICS s
                    WHERE s.TABLE_SCHEMA = %1$s AND s.TABLE_NAME = {{ inputs.table }} AND s.INDEX_NAME <> 'PRIMARY'
                    GROUP BY s.INDEX_NAME) i
                  GROUP BY i.`first`) x ON x.`first` = c.COLUMN_NAME
                LEFT JOIN (
                  SELECT k.REFERENCED_COLUMN_NAME AS `target`,
                    GROUP_CONCAT(DISTINCT k.TABLE_NAME ORDER BY k.TABLE_NAME SEPARATOR ', ') AS `sources`
                  FROM information_schema.KEY_COLUMN_USAGE k
                  WHERE k.TABLE_SCHEMA = %1$s AND k.REFERENCED_TABLE_SCHEMA = %1$s
                    AND k.REFERENCED_TABLE_NAME = {{ inputs.table }}
                  GROUP BY k.REFERENCED_COLUMN_NAME) b ON b.`target` = c.COLUMN_NAME
                WHERE c.TABLE_SCHEMA = %1$s AND c.TABLE_NAME = {{ inputs.table }} AND c.TABLE_SCHEMA %2$s)
                SELECT `schema`, `table`, `name`, `type`, `nullable`, `default`, `primary_key`, `references`, `details`,
                  `comment` FROM (
                SELECT * FROM described
                UNION ALL
                SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, CONCAT('no such table', COALESCE((
                  SELECT CONCAT('; did you mean ', GROUP_CONCAT(m.`near` ORDER BY m.`score` DESC, m.`near` SEPARATOR ', '), '?')
                  FROM (SELECT t.TABLE_NAME AS `near`, COUNT(*) AS `score`
                    FROM information_schema.TABLES t JOIN pairs p
                      ON LOCATE(SUBSTRING({{ inputs.table }}, p.`at`, 2), CONVERT(t.TABLE_NAME USING utf8mb4)) > 0
                    WHERE t.TABLE_SCHEMA = %1$s AND t.TABLE_SCHEMA %2$s
                    GROUP BY t.TABLE_NAME
                    HAVING COUNT(*) * 5 >= 2 * (CHAR_LENGTH({{ inputs.table }}) - 1)
                    ORDER BY `score` DESC, `near` LIMIT 3) m), '')), NULL, 0 FROM DUAL
                WHERE NOT EXISTS (SELECT 1 FROM described)) f
                ORDER BY `schema`, `table`, `position`""".formatted(SCHEMA, NOT_THE_ENGINES);
    }

    @Override
    public String search() {
        return """
                SELECT t.TABLE_SCHEMA AS `schema`, t.TABLE_NAME AS `table`, NULL AS `column`, NULL AS `type`,
                  IF(t.TABLE_TYPE = 'VIEW', NULL, NULLIF(t.TABLE_COMMENT, '')) AS `comment`
                FROM information_schema.TABLES t
                WHERE t.TABLE_SCHEMA = %1$s AND t.TABLE_SCHEMA %2$s
                  AND (CONVERT(t.TABLE_NAME USING utf8mb4) LIKE '%%{{ inputs.pattern | like }}%%'
                       OR t.TABLE_COMMENT LIKE '%%{{ inputs.pattern | like }}%%' AND t.TABLE_TYPE <> 'VIEW')
                UNION ALL
                SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.COLUMN_TYPE, NULLIF(c.COLUMN_COMMENT, '')
                FROM information_schema.COLUMNS c
                WHERE c.TABLE_SCHEMA = %1$s AND c.TABLE_SCHEMA %2$s
                  AND (c.COLUMN_NAME LIKE '%%{{ inputs.pattern | like }}%%'
                       OR CONVERT(c.COLUMN_COMMENT USING utf8mb4) LIKE '%%{{ inputs.pattern | like }}%%')
                ORDER BY `schema`, `table`, `column`""".formatted(SCHEMA, NOT_THE_ENGINES);
    }

    @Override
    public List<ToolInput> table() {
        return inputs(ColumnValues.ITS_TABLE);
    }

    @Override
    public List<Segment> values() {
        return new ColumnValues("`")
                .text("""
                        SELECT value, COUNT(*) AS `count`, CAST(SUM(COUNT(*)) OVER () AS UNSIGNED) AS `sample`
                        FROM (SELECT LEFT(CAST(t.""")
                .name(ColumnValues.COLUMN)
                // The collation of the connection takes texts for equal that differ in case or accents.
                .text(" AS CHAR) COLLATE utf8mb4_bin, 200) AS value FROM ")
                .name(ColumnValues.SCHEMA, ColumnValues.TABLE)
                .text(" t WHERE EXISTS (SELECT 1 FROM information_schema.COLUMNS c WHERE c.TABLE_SCHEMA = COALESCE(")
                .value(ColumnValues.SCHEMA)
                .text(", DATABASE()) AND c.TABLE_SCHEMA " + NOT_THE_ENGINES + " AND c.TABLE_NAME = ")
                .value(ColumnValues.TABLE)
                .text(" AND c.COLUMN_NAME = ")
                .value(ColumnValues.COLUMN)
                .text(")")
                .grouped();
    }
}
