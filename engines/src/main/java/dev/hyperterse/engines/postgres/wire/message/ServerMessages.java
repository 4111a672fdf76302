package dev.hyperterse.engines.postgres.wire.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the messages of the engine on one connection in order, each whole in one array. A message that does not fit
 * into the connection's own buffer is admitted by a {@link Room} or skipped. Used by one thread at a time.
 */
public final class ServerMessages {
    /** A message of this size or less needs no permission. */
    public static final int OWN = 16 * 1024;

    /** The maximum bytes that are read of an error or a notice; its text comes first. */
    private static final int LONGEST_REPORT = 16 * 1024;

    private static final int HEADER = 5;
    private static final byte ERROR = 'E';
    private static final byte NOTICE = 'N';

    /** Decides whether a long message is read or skipped. */
    public interface Room {
        /**
         * Called each time when more of such a message has arrived.
         *
         * @param length of the message's body
         * @return whether the connection may hold that much at once
         * @throws IOException where such a message cannot be
         */
        boolean admits(byte type, int length) throws IOException;
    }

    private final InputStream in;
    private byte[] bytes = new byte[OWN + HEADER];
    /** Bytes received and not yet read are in {@code [from, to)}. */
    private int from;

    private int to;
    /** The number of following bytes that belong to a skipped message. */
    private long skips;

    private byte type;
    private int body;
    private int end;
    private boolean skipped;

    public ServerMessages(InputStream in) {
        this.in = in;
    }

    /** The type of the message that {@link #next} has found. */
    public byte type() {
        return type;
    }

    /** The buffer of the message; its body is {@code [body, end)}. */
    public byte[] bytes() {
        return bytes;
    }

    public int body() {
        return body;
    }

    public int end() {
        return end;
    }

    /** Whether the message was skipped, so that it has no body. */
    public boolean skipped() {
        return skipped;
    }

    /** Waits for more bytes. */
    public void receive() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        }
        shrink();
        if (to == bytes.length) {
            moveToFront();
        }
        var count = in.read(bytes, to, bytes.length - to);
        if (count < 0) {
            throw new EOFException("the engine has closed the connection");
        }
        to += count;
    }

    /** Goes to the next message, if all of it has been received. */
    public boolean next(Room room) throws IOException {
        skip();
        if (skips > 0 || to - from < HEADER) {
            return false;
        }
        var length = WireFormat.int4(bytes, from + 1) - 4;
        if (length < 0) {
            throw new ProtocolViolation("a message of negative length");
        }
        var whole = length;
        if (length > OWN) {
            if (isReport(bytes[from])) {
                whole = Math.min(length, LONGEST_REPORT);
            } else if (!room.admits(bytes[from], length)) {
                passOver(length);
                return true;
            } else if (bytes.length < HEADER + length) {
                grow(HEADER + length);
            }
        }
        if (to - from < HEADER + whole) {
            return false;
        }
        type = bytes[from];
        body = from + HEADER;
        skipped = false;
        end = body + whole;
        from = end;
        skips = (long) length - whole;
        return true;
    }

    /** Skips received bytes of a skipped message, or of a report that is cut off. */
    private void skip() {
        var now = (int) Math.min(skips, to - from);
        from += now;
        skips -= now;
    }

    private void passOver(int length) {
        type = bytes[from];
        body = from;
        end = from;
        skipped = true;
        skips = (long) HEADER + length;
    }

    private static boolean isReport(byte type) {
        return type == ERROR || type == NOTICE;
    }

    private void grow(int size) {
        var larger = new byte[size];
        System.arraycopy(bytes, from, larger, 0, to - from);
        bytes = larger;
        to -= from;
        from = 0;
    }

    private void moveToFront() {
        System.arraycopy(bytes, from, bytes, 0, to - from);
        to -= from;
        from = 0;
    }

    /** Gives back the memory of a long message that was read. */
    public void shrink() {
        if (bytes.length > OWN + HEADER && to - from < OWN + HEADER && !continues()) {
            var small = new byte[OWN + HEADER];
            System.arraycopy(bytes, from, small, 0, to - from);
            bytes = small;
            to -= from;
            from = 0;
        }
    }

    /** Whether the received bytes begin with a long message that the buffer was enlarged for. */
    private boolean continues() {
        return to - from >= HEADER && WireFormat.int4(bytes, from + 1) - 4 > OWN;
    }
}
