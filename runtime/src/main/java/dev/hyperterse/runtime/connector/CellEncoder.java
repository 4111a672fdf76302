package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** From the text of a Postgres field to JSON, on bytes. */
@FunctionalInterface
interface CellEncoder {
    void write(byte[] cell, int from, int to, ResultBuffer out);

    byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    CellEncoder TEXT = (cell, from, to, out) -> out.quoted(cell, from, to);
    CellEncoder INTEGER = (cell, from, to, out) -> out.raw(cell, from, to);
    CellEncoder JSON = (cell, from, to, out) -> out.json(cell, from, to);
    CellEncoder BOOLEAN = (cell, from, to, out) -> out.raw(cell[from] == 't' ? TRUE : FALSE);

    /** NaN and the infinities, which JSON has no numbers for, are null. */
    CellEncoder DECIMAL = (cell, from, to, out) -> {
        var last = cell[to - 1];
        if (last >= '0' && last <= '9') {
            out.raw(cell, from, to);
        } else {
            out.raw(NULL);
        }
    };

    /** The driver has decoded it. */
    CellEncoder BINARY = (cell, from, to, out) -> {
        var text = Base64.getEncoder().encode(cell);
        out.json('"').raw(text).json('"');
    };

    CellEncoder TIMESTAMP = TimestampEncoder::write;

    Map<String, CellEncoder> BY_TYPE = Map.ofEntries(
            Map.entry("int2", INTEGER),
            Map.entry("int4", INTEGER),
            Map.entry("int8", INTEGER),
            Map.entry("oid", INTEGER),
            // What the driver calls int4 and int8 with a sequence behind them.
            Map.entry("smallserial", INTEGER),
            Map.entry("serial", INTEGER),
            Map.entry("bigserial", INTEGER),
            Map.entry("numeric", DECIMAL),
            Map.entry("float4", DECIMAL),
            Map.entry("float8", DECIMAL),
            Map.entry("bool", BOOLEAN),
            Map.entry("bytea", BINARY),
            Map.entry("json", JSON),
            Map.entry("jsonb", JSON),
            Map.entry("timestamp", TIMESTAMP),
            Map.entry("timestamptz", TIMESTAMP));

    /** Types that are not listed (interval, ranges, enums, geometry) are the engine's text. */
    static CellEncoder ofType(String name) {
        if (name.equals("_bytea")) {
            return new ArrayEncoder(HexEncoder::write, ',');
        }
        if (name.startsWith("_")) {
            var item = name.substring(1);
            return new ArrayEncoder(BY_TYPE.getOrDefault(item, TEXT), item.equals("box") ? ';' : ',');
        }
        return BY_TYPE.getOrDefault(name, TEXT);
    }
}
