package dev.hyperterse.runtime.connector.postgres;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Messages to the engine (protocol version 3), one after the other in one array, to be sent in one write. */
final class Outbox {
    private static final int FORMATS_OF_ALL = 0;

    private byte[] bytes = new byte[1024];
    private int size;

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Makes the engine keep a statement under a name, and say what its rows look like. */
    void prepare(byte[] name, byte[] sql, int[] types) {
        begin('P', name.length + 1 + sql.length + 1 + 2 + 4 * types.length);
        text(name).text(sql).int2(types.length);
        for (var type : types) {
            int4(type);
        }
        begin('D', 1 + name.length + 1);
        int1('S').text(name);
    }

    void forget(byte[] name) {
        begin('C', 1 + name.length + 1);
        int1('S').text(name);
    }

    /** Runs a prepared statement, in a transaction of its own; null is NULL, everything is text both ways. */
    void run(byte[] name, byte[][] values, int maxRows) {
        begin('B', 1 + name.length + 1 + 2 + 2 + valuesLength(values) + 2);
        text(NO_NAME).text(name).int2(FORMATS_OF_ALL).int2(values.length);
        for (var value : values) {
            if (value == null) {
                int4(-1);
            } else {
                int4(value.length).raw(value);
            }
        }
        int2(FORMATS_OF_ALL);
        begin('E', 1 + 4);
        text(NO_NAME).int4(maxRows);
        begin('S', 0);
    }

    private static final byte[] NO_NAME = {};

    /** The values of a call as the text that the engine reads. */
    static byte[][] texts(Object[] values) {
        var texts = new byte[values.length][];
        for (var index = 0; index < values.length; index++) {
            texts[index] =
                    values[index] == null ? null : values[index].toString().getBytes(StandardCharsets.UTF_8);
        }
        return texts;
    }

    static int valuesLength(byte[][] values) {
        var length = 4 * values.length;
        for (var value : values) {
            length += value == null ? 0 : value.length;
        }
        return length;
    }

    private void begin(char type, int bodyLength) {
        var needed = size + 1 + 4 + bodyLength;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
        int1(type).int4(4 + bodyLength);
    }

    private Outbox text(byte[] text) {
        return raw(text).int1(0);
    }

    private Outbox raw(byte[] source) {
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
        return this;
    }

    private Outbox int1(int value) {
        bytes[size++] = (byte) value;
        return this;
    }

    private Outbox int2(int value) {
        return int1(value >> 8).int1(value);
    }

    private Outbox int4(int value) {
        return int2(value >> 16).int2(value);
    }
}
