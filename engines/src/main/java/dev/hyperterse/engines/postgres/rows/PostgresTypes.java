package dev.hyperterse.engines.postgres.rows;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.postgresql.core.Oid;

/**
 * The encoders of types. Types are identified by OID, because users can give a type any name, also a built-in one; OIDs
 * below 16384 are built-in.
 */
public final class PostgresTypes {
    /** The encoders of built-in types that need no lookup. */
    private static final Map<Integer, CellEncoder> PLAIN = Map.ofEntries(
            Map.entry(Oid.INT2, CellEncoder.NUMBER),
            Map.entry(Oid.INT4, CellEncoder.NUMBER),
            Map.entry(Oid.INT8, CellEncoder.NUMBER),
            Map.entry(Oid.OID, CellEncoder.NUMBER),
            Map.entry(Oid.NUMERIC, CellEncoder.NUMBER),
            Map.entry(Oid.FLOAT4, CellEncoder.NUMBER),
            Map.entry(Oid.FLOAT8, CellEncoder.NUMBER),
            Map.entry(Oid.BOOL, CellEncoder.BOOLEAN),
            Map.entry(Oid.JSON, CellEncoder.JSON),
            Map.entry(Oid.JSONB, CellEncoder.JSON),
            Map.entry(Oid.TIMESTAMP, CellEncoder.TIMESTAMP),
            Map.entry(Oid.TIMESTAMPTZ, CellEncoder.TIMESTAMP),
            Map.entry(Oid.TEXT, CellEncoder.TEXT),
            Map.entry(Oid.VARCHAR, CellEncoder.TEXT),
            Map.entry(Oid.BPCHAR, CellEncoder.TEXT),
            Map.entry(Oid.NAME, CellEncoder.TEXT),
            Map.entry(Oid.UUID, CellEncoder.TEXT),
            Map.entry(Oid.DATE, CellEncoder.TEXT),
            Map.entry(Oid.TIME, CellEncoder.TEXT),
            Map.entry(Oid.TIMETZ, CellEncoder.TEXT),
            Map.entry(Oid.INTERVAL, CellEncoder.TEXT));

    /** Only arrays are sent as array literals: not ranges, vectors, composites or user-defined types. */
    private static final String ARRAYS = """
            SELECT t.oid, t.typelem, e.typdelim FROM pg_catalog.pg_type t
            JOIN pg_catalog.pg_type e ON e.oid OPERATOR(pg_catalog.=) t.typelem
            WHERE t.typoutput OPERATOR(pg_catalog.=) 'pg_catalog.array_out'::pg_catalog.regproc
            AND t.oid OPERATOR(pg_catalog.=) ANY ('{%s}'::pg_catalog.oid[])""";

    private PostgresTypes() {}

    public static Map<Integer, CellEncoder> plain() {
        return PLAIN;
    }

    /** The query that finds the arrays among these types: OID of the type, OID of its items, and the delimiter. */
    public static String arraysAmong(int[] types) {
        return ARRAYS.formatted(
                Arrays.stream(types).mapToObj(Integer::toUnsignedString).collect(Collectors.joining(",")));
    }

    public static CellEncoder array(int itemType, String delimiter) {
        var item = itemType == Oid.BYTEA ? CellEncoder.HEXADECIMAL : PLAIN.getOrDefault(itemType, CellEncoder.TEXT);
        return new ArrayEncoder(item, delimiter.charAt(0));
    }
}
