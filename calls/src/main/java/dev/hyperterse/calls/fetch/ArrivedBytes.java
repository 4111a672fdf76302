package dev.hyperterse.calls.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that arrive on a connection. Unlike a {@link java.io.BufferedInputStream}, it takes no lock for each byte, and
 * cuts lines where they lie. Used by one thread at a time.
 */
final class ArrivedBytes extends InputStream {
    private static final int SIZE = 8 * 1024;

    private final InputStream in;
    private final byte[] bytes = new byte[SIZE];
    private int at;
    private int end;

    ArrivedBytes(InputStream in) {
        this.in = in;
    }

    /** Whether all that has been read from the connection is taken. */
    boolean isEmpty() {
        return at == end;
    }

    /**
     * Takes a line without its end.
     *
     * @param left bytes that may still be read, from which those of the line are taken off
     */
    String line(int[] left) throws IOException {
        var line = new StringBuilder();
        while (at < end || fill()) {
            var from = at;
            while (at < end && bytes[at] != '\n') {
                at++;
            }
            left[0] -= at - from;
            if (left[0] < 0) {
                throw new ProtocolException("more than may stand before a body");
            }
            var piece = new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
            if (at < end) {
                at++;
                left[0]--;
                return withoutReturn(line.isEmpty() ? piece : line.append(piece).toString());
            }
            line.append(piece);
        }
        throw new EOFException("the connection ended within a line");
    }

    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    @Override
    public int read() throws IOException {
        return at < end || fill() ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (at == end) {
            if (length >= SIZE) {
                return in.read(target, from, length);
            }
            if (length > 0 && !fill()) {
                return -1;
            }
        }
        var taken = Math.min(length, end - at);
        System.arraycopy(bytes, at, target, from, taken);
        at += taken;
        return taken;
    }

    @Override
    public int available() throws IOException {
        return end - at + in.available();
    }

    private boolean fill() throws IOException {
        at = 0;
        end = 0;
        end = Math.max(0, in.read(bytes));
        return end > 0;
    }
}
