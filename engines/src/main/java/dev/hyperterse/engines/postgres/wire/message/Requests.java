package dev.hyperterse.engines.postgres.wire.message;

import java.nio.ByteBuffer;
import java.util.Map;

/** The three messages that begin a connection; they have no type. */
public final class Requests {
    private static final int VERSION_3 = 3 << 16;
    private static final int ENCRYPTION = 1234 << 16 | 5679;
    private static final int CANCEL = 1234 << 16 | 5678;

    private Requests() {}

    public static byte[] encryption() {
        return ByteBuffer.allocate(8).putInt(8).putInt(ENCRYPTION).array();
    }

    public static byte[] cancel(int process, int key) {
        return ByteBuffer.allocate(16)
                .putInt(16)
                .putInt(CANCEL)
                .putInt(process)
                .putInt(key)
                .array();
    }

    public static byte[] startUp(Map<String, String> parameters) {
        var text = new StringBuilder();
        parameters.forEach((name, value) -> text.append(withoutZero(name))
                .append('\0')
                .append(withoutZero(value))
                .append('\0'));
        var encoded = ClientMessages.utf8(text.append('\0').toString());
        return ByteBuffer.allocate(8 + encoded.length)
                .putInt(8 + encoded.length)
                .putInt(VERSION_3)
                .put(encoded)
                .array();
    }

    private static String withoutZero(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a parameter with a zero byte");
        }
        return text;
    }
}
