package dev.hyperterse.runtime.connector.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the engine's answers of one connection, in order; used by one thread at a time. */
final class AnswerReader {
    private static final int HEADER = 5;
    private static final int SMALLEST = 8 * 1024;
    private static final int LARGEST_KEPT = 128 * 1024;

    private final InputStream in;
    private final long longestMessage;
    private byte[] bytes = new byte[SMALLEST];
    /** What was received and not yet read lies in {@code [from, to)}. */
    private int from;

    private int to;

    AnswerReader(InputStream in, long longestMessage) {
        this.in = in;
        this.longestMessage = longestMessage;
    }

    /** Whether the driver can go on where the answers ended. */
    boolean clean() {
        return from == to;
    }

    /** Waits for more of the engine. */
    void receive() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
            if (bytes.length > LARGEST_KEPT) {
                bytes = new byte[SMALLEST];
            }
        } else if (to == bytes.length) {
            makeRoom();
        }
        var count = in.read(bytes, to, bytes.length - to);
        if (count < 0) {
            throw new EOFException("the engine has closed the connection");
        }
        to += count;
    }

    private void makeRoom() {
        var larger = from > bytes.length / 2 ? bytes : Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, from, larger, 0, to - from);
        bytes = larger;
        to -= from;
        from = 0;
    }

    /**
     * Reads of a call's answer what has been received.
     *
     * @return whether that was the end of it
     * @throws IOException when the connection is of no use any more
     */
    boolean read(SharedCall call) throws IOException {
        while (to - from >= HEADER) {
            var length = Columns.int4(bytes, from + 1) - 4;
            if (length < 0 || length > longestMessage) {
                throw new IOException("not a message of the engine");
            }
            if (to - from < HEADER + length) {
                return false;
            }
            var type = bytes[from];
            var body = from + HEADER;
            from = body + length;
            if (type == 'Z') {
                atRest(bytes[body]);
                return true;
            }
            message(type, body, call);
        }
        return false;
    }

    private static void atRest(byte transaction) throws IOException {
        if (transaction != 'I') {
            throw new IOException("a statement has left a transaction open");
        }
    }

    /** The body lies between {@code body} and what is to be read next. */
    private void message(byte type, int body, SharedCall call) throws IOException {
        switch (type) {
            case 'D' -> call.row(bytes, body, from);
            case 'T' -> call.statement.describe(bytes, body);
            // Parsed, bound, closed, parameters described, complete, limit reached; a notice, a notification.
            case '1', '2', '3', 't', 'C', 's', 'N', 'A' -> {}
            // An error, no rows, no statement: when the call runs alone it finds out what that means.
            case 'E' -> call.refuse(state(body));
            case 'n', 'I' -> call.refuse();
            // Those who come next have not asked for rows in another time zone.
            case 'S' -> throw new IOException("a statement has changed a setting of the session");
            default -> throw new IOException("not an answer to a statement");
        }
    }

    /** The SQLSTATE out of the fields of an error, each a letter and a text. */
    private String state(int body) {
        for (var at = body; at < from && bytes[at] != 0; at++) {
            var begin = at + 1;
            while (at < from && bytes[at] != 0) {
                at++;
            }
            if (bytes[begin - 1] == 'C') {
                return new String(bytes, begin, at - begin, StandardCharsets.US_ASCII);
            }
        }
        return "";
    }
}
