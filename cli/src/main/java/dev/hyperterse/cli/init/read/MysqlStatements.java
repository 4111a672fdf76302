package dev.hyperterse.cli.init.read;

import dev.hyperterse.cli.init.schema.ColumnType;
import java.util.List;
import java.util.Locale;

/** MySQL and MariaDB: the database of the connection, of which information_schema shows what an account has a right to. */
final class MysqlStatements implements CatalogStatements {
    @Override
    public String tables() {
        return """
                SELECT '' AS `schema`, t.TABLE_NAME AS `name`, t.TABLE_TYPE = 'VIEW' AS `view`,
                  IF(t.TABLE_TYPE = 'VIEW', NULL, t.TABLE_COMMENT) AS `comment`, COALESCE(t.TABLE_ROWS, -1) AS `rows`
                FROM information_schema.TABLES t
                WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
                ORDER BY t.TABLE_NAME""";
    }

    @Override
    public String columns() {
        return """
                SELECT '' AS `schema`, c.TABLE_NAME AS `table`, c.COLUMN_NAME AS `name`, c.COLUMN_TYPE AS `type`,
                  IF(c.COLUMN_TYPE = 'tinyint(1)', 'boolean', c.DATA_TYPE) AS `base`,
                  c.IS_NULLABLE = 'YES' AS `nullable`, c.COLUMN_COMMENT AS `comment`, NULL AS `choices`
                FROM information_schema.COLUMNS c
                WHERE c.TABLE_SCHEMA = DATABASE() ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION""";
    }

    @Override
    public String indexes() {
        return """
                SELECT '' AS `schema`, s.TABLE_NAME AS `table`, s.INDEX_NAME AS `name`,
                  s.INDEX_NAME = 'PRIMARY' AS `is_primary`, s.NON_UNIQUE = 0 AS `is_unique`, s.COLUMN_NAME AS `column`
                FROM information_schema.STATISTICS s
                WHERE s.TABLE_SCHEMA = DATABASE() AND s.INDEX_TYPE IN ('BTREE', 'HASH')
                ORDER BY s.TABLE_NAME, s.INDEX_NAME <> 'PRIMARY', s.INDEX_NAME, s.SEQ_IN_INDEX""";
    }

    @Override
    public String references() {
        return """
                SELECT '' AS `schema`, k.TABLE_NAME AS `table`, k.CONSTRAINT_NAME AS `name`, k.COLUMN_NAME AS `column`,
                  '' AS `target_schema`, k.REFERENCED_TABLE_NAME AS `target_table`,
                  k.REFERENCED_COLUMN_NAME AS `target_column`
                FROM information_schema.KEY_COLUMN_USAGE k
                WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_SCHEMA = DATABASE()
                ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION""";
    }

    /** A name of a check is unique in a table of MariaDB, in a database of MySQL, which does not name the table. */
    @Override
    public List<String> checks() {
        return List.of("""
                SELECT '' AS `schema`, k.TABLE_NAME AS `table`, k.CHECK_CLAUSE AS `definition`
                FROM information_schema.CHECK_CONSTRAINTS k WHERE k.CONSTRAINT_SCHEMA = DATABASE()
                ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME""", """
                SELECT '' AS `schema`, t.TABLE_NAME AS `table`, k.CHECK_CLAUSE AS `definition`
                FROM information_schema.CHECK_CONSTRAINTS k JOIN information_schema.TABLE_CONSTRAINTS t
                  ON t.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = k.CONSTRAINT_NAME
                WHERE k.CONSTRAINT_SCHEMA = DATABASE() AND t.CONSTRAINT_TYPE = 'CHECK' AND VERSION() NOT LIKE '%MariaDB%'
                ORDER BY t.TABLE_NAME, k.CONSTRAINT_NAME""");
    }

    @Override
    public ColumnType type(String base) {
        return switch (base.toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "year" -> ColumnType.INTEGER;
            case "decimal", "float", "double" -> ColumnType.NUMBER;
            case "boolean" -> ColumnType.BOOLEAN;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> ColumnType.TEXT;
            case "date" -> ColumnType.DATE;
            case "datetime", "timestamp" -> ColumnType.TIMESTAMP;
            case "uuid" -> ColumnType.UUID;
            case "enum", "inet4", "inet6" -> ColumnType.WORD;
            case "json", "set", "time" -> ColumnType.OTHER;
            // Bits and shapes as well.
            default -> ColumnType.BINARY;
        };
    }

    @Override
    public List<String> choices(String declared) {
        return declared.startsWith("enum(") ? QuotedTexts.in(declared) : List.of();
    }
}
