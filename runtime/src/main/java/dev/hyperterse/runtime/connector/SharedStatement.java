package dev.hyperterse.runtime.connector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.postgresql.core.Oid;

/**
 * A quick statement that is kept prepared on one shared connection. What its rows look like is known to those who come
 * after the call that prepared it, because answers come in order.
 */
final class SharedStatement {
    /** Types of which the engine's text is enough; rows with any other are written by calls that are alone. */
    private static final Map<Integer, CellEncoder> ENCODERS = Map.ofEntries(
            Map.entry(Oid.INT2, CellEncoder.INTEGER),
            Map.entry(Oid.INT4, CellEncoder.INTEGER),
            Map.entry(Oid.INT8, CellEncoder.INTEGER),
            Map.entry(Oid.OID, CellEncoder.INTEGER),
            Map.entry(Oid.NUMERIC, CellEncoder.DECIMAL),
            Map.entry(Oid.FLOAT4, CellEncoder.DECIMAL),
            Map.entry(Oid.FLOAT8, CellEncoder.DECIMAL),
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

    private final byte[] name;
    private volatile Optional<Columns> columns = Optional.empty();

    SharedStatement(String name) {
        this.name = name.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] name() {
        return name;
    }

    /** Empty until its rows were described, and for rows with types that are not written here. */
    Optional<Columns> columns() {
        return columns;
    }

    /** Takes a RowDescription: a count, then name, table, column, type, size, modifier and format of each. */
    void describe(byte[] body, int begin) {
        var labels = new ArrayList<String>();
        var encoders = new ArrayList<CellEncoder>();
        var at = begin + 2;
        for (var left = Columns.int2(body, begin); left > 0; left--) {
            var from = at;
            while (body[at] != 0) {
                at++;
            }
            labels.add(new String(body, from, at - from, StandardCharsets.UTF_8));
            var encoder = ENCODERS.get(Columns.int4(body, at + 1 + 4 + 2));
            if (encoder == null) {
                return;
            }
            encoders.add(encoder);
            at += 1 + 4 + 2 + 4 + 2 + 4 + 2;
        }
        columns = Optional.of(Columns.of(labels, encoders));
    }
}
