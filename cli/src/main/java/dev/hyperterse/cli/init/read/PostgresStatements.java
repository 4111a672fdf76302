package dev.hyperterse.cli.init.read;

import dev.hyperterse.cli.init.schema.ColumnType;
import java.util.List;

/** PostgreSQL, whose catalog shows every role all names: each statement asks for the rights itself. */
final class PostgresStatements implements CatalogStatements {
    /** Partitions are left out: their table stands for them. */
    private static final String READABLE = """
              c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
              AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
              AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid AND d.deptype = 'e')
            """;

    @Override
    public String tables() {
        return """
                SELECT n.nspname AS schema, c.relname AS name, c.relkind IN ('v', 'm') AS view,
                  pg_catalog.obj_description(c.oid, 'pg_class') AS comment, c.reltuples::bigint AS rows
                FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE %s ORDER BY 1, 2""".formatted(READABLE);
    }

    @Override
    public String columns() {
        return """
                SELECT n.nspname AS schema, c.relname AS "table", a.attname AS name,
                  pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
                  CASE b.typtype WHEN 'e' THEN 'enum' ELSE pg_catalog.format_type(b.oid, NULL) END AS base,
                  NOT a.attnotnull AS nullable, pg_catalog.col_description(c.oid, a.attnum) AS comment,
                  (SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder)::text
                   FROM pg_catalog.pg_enum e WHERE e.enumtypid = b.oid) AS choices
                FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
                  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
                  JOIN pg_catalog.pg_type b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
                WHERE %s AND a.attnum > 0 AND NOT a.attisdropped
                  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
                ORDER BY n.nspname, c.relname, a.attnum""".formatted(READABLE);
    }

    @Override
    public String indexes() {
        return """
                SELECT n.nspname AS schema, c.relname AS "table", i.indexrelid::text AS name,
                  i.indisprimary AS is_primary, i.indisunique AS is_unique, a.attname AS "column"
                FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
                  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                  CROSS JOIN LATERAL pg_catalog.unnest(i.indkey) WITH ORDINALITY AS k(number, place)
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
                WHERE %s AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
                ORDER BY n.nspname, c.relname, i.indisprimary DESC, i.indexrelid, k.place""".formatted(READABLE);
    }

    @Override
    public String references() {
        return """
                SELECT n.nspname AS schema, c.relname AS "table", k.conname AS name, a.attname AS "column",
                  fn.nspname AS target_schema, f.relname AS target_table, fa.attname AS target_column
                FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
                  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                  JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
                  JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
                  CROSS JOIN LATERAL pg_catalog.generate_series(1, pg_catalog.cardinality(k.conkey)) AS p(place)
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[p.place]
                  JOIN pg_catalog.pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = k.confkey[p.place]
                WHERE %s AND k.contype = 'f' ORDER BY n.nspname, c.relname, k.conname, p.place""".formatted(READABLE);
    }

    @Override
    public List<String> checks() {
        return List.of("""
                SELECT n.nspname AS schema, c.relname AS "table", pg_catalog.pg_get_constraintdef(k.oid) AS definition
                FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
                  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE %s AND k.contype = 'c' ORDER BY n.nspname, c.relname, k.conname""".formatted(READABLE));
    }

    @Override
    public ColumnType type(String base) {
        return switch (base) {
            case "smallint", "integer", "bigint" -> ColumnType.INTEGER;
            case "numeric", "real", "double precision" -> ColumnType.NUMBER;
            case "boolean" -> ColumnType.BOOLEAN;
            case "text", "character varying", "character", "name", "citext" -> ColumnType.TEXT;
            case "date" -> ColumnType.DATE;
            case "timestamp without time zone", "timestamp with time zone" -> ColumnType.TIMESTAMP;
            case "uuid" -> ColumnType.UUID;
            case "enum", "inet", "cidr", "macaddr" -> ColumnType.WORD;
            case "bytea", "tsvector" -> ColumnType.BINARY;
            default -> ColumnType.OTHER;
        };
    }
}
