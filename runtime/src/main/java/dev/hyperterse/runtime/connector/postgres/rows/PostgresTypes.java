package dev.hyperterse.runtime.connector.postgres.rows;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.postgresql.core.Oid;

/**
 * The encoding of values by type. Types are distinguished by their OIDs, which are the engine's own below 16384: a user
 * can give a type any name, also one of the engine's.
 */
public final class PostgresTypes {
    /** Types whose text in a row needs no further information, in every form in which a row arrives. */
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

    /** Only of arrays is the text an array literal: not of ranges, vectors, composites or a user's own types. */
    private static final String ARRAYS = """
            SELECT t.oid, t.typelem, e.typdelim FROM pg_catalog.pg_type t
            JOIN pg_catalog.pg_type e ON e.oid OPERATOR(pg_catalog.=) t.typelem
            WHERE t.typoutput OPERATOR(pg_catalog.=) 'pg_catalog.array_out'::pg_catalog.regproc
            AND t.oid OPERATOR(pg_catalog.=) ANY ('{%s}'::pg_catalog.oid[])""";

    private PostgresTypes() {}

    public static Map<Integer, CellEncoder> plain() {
        return PLAIN;
    }

    /** The question which of these types are arrays: of each its number, that of its items, and what is between them. */
    public static String arraysAmong(int[] types) {
        return ARRAYS.formatted(
                Arrays.stream(types).mapToObj(Integer::toUnsignedString).collect(Collectors.joining(",")));
    }

    public static CellEncoder array(int itemType, String delimiter) {
        var item = itemType == Oid.BYTEA ? CellEncoder.HEXADECIMAL : PLAIN.getOrDefault(itemType, CellEncoder.TEXT);
        return new ArrayEncoder(item, delimiter.charAt(0));
    }
}
