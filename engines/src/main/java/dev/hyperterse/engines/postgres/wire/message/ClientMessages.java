package dev.hyperterse.engines.postgres.wire.message;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Messages to the engine, one after the other in one array, to be sent in one write. Used by one thread at a time. */
public final class ClientMessages {
    private static final byte[] NO_NAME = {};
    private static final int TEXT_FORMAT = 0;
    private static final int NULL = -1;
    private static final int SMALLEST = 1024;
    private static final int LARGEST_KEPT = 64 * 1024;
    private static final int MOST_VALUES = 0xffff;

    private byte[] bytes = new byte[SMALLEST];
    private int size;

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[SMALLEST];
        }
    }

    public void writeTo(OutputStream engine) throws IOException {
        engine.write(bytes, 0, size);
        engine.flush();
    }

    /** Prepares a statement under a name; a type of 0 is left to the engine. */
    public ClientMessages parse(byte[] name, byte[] sql, int[] types) {
        begin('P').text(name).text(sql).int2(types.length);
        for (var type : types) {
            int4(type);
        }
        return end();
    }

    /** Describes the parameters and columns of a prepared statement. */
    public ClientMessages describe(byte[] name) {
        return begin('D').int1('S').text(name).end();
    }

    /** Closes a prepared statement. */
    public ClientMessages close(byte[] name) {
        return begin('C').int1('S').text(name).end();
    }

    /** Binds values to a prepared statement, as text both ways; null is NULL. */
    public ClientMessages bind(byte[] name, Object[] values) {
        if (values.length > MOST_VALUES) {
            throw new IllegalArgumentException("a statement has at most " + MOST_VALUES + " values");
        }
        begin('B').text(NO_NAME).text(name).int2(TEXT_FORMAT).int2(values.length);
        for (var value : values) {
            if (value == null) {
                int4(NULL);
            } else {
                value(value.toString());
            }
        }
        return int2(TEXT_FORMAT).end();
    }

    /** Runs the bound statement, for at most that many rows. */
    public ClientMessages execute(int maxRows) {
        return begin('E').text(NO_NAME).int4(maxRows).end();
    }

    /** Ends the implicit transaction; after an error the engine skips all messages up to here. */
    public ClientMessages sync() {
        return begin('S').end();
    }

    /** Runs statements without preparing them. */
    public ClientMessages query(String sql) {
        return begin('Q').text(utf8(sql)).end();
    }

    public ClientMessages terminate() {
        return begin('X').end();
    }

    public ClientMessages password(byte[] secret) {
        return begin('p').text(secret).end();
    }

    public ClientMessages saslInitial(String mechanism, byte[] message) {
        return begin('p')
                .text(utf8(mechanism))
                .int4(message.length)
                .raw(message)
                .end();
    }

    public ClientMessages saslResponse(byte[] message) {
        return begin('p').raw(message).end();
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private int beginning;

    private ClientMessages begin(char type) {
        int1(type);
        beginning = size;
        return int4(0);
    }

    private ClientMessages end() {
        putInt4(beginning, size - beginning);
        return this;
    }

    /** The text of a value; most are ASCII and need no encoding. */
    @SuppressWarnings("deprecation") // the only way to copy ASCII without an intermediate array
    private void value(String text) {
        for (var index = 0; index < text.length(); index++) {
            if (text.charAt(index) >= 0x80) {
                var encoded = utf8(text);
                int4(encoded.length).raw(encoded);
                return;
            }
        }
        int4(text.length());
        ensure(text.length());
        text.getBytes(0, text.length(), bytes, size);
        size += text.length();
    }

    private ClientMessages text(byte[] text) {
        return raw(text).int1(0);
    }

    private ClientMessages raw(byte[] source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
        return this;
    }

    private ClientMessages int1(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    private ClientMessages int2(int value) {
        return int1(value >> 8).int1(value);
    }

    private ClientMessages int4(int value) {
        ensure(4);
        putInt4(size, value);
        size += 4;
        return this;
    }

    private void putInt4(int at, int value) {
        bytes[at] = (byte) (value >> 24);
        bytes[at + 1] = (byte) (value >> 16);
        bytes[at + 2] = (byte) (value >> 8);
        bytes[at + 3] = (byte) value;
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
        }
    }
}
