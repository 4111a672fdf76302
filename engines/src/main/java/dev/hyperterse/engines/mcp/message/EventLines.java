package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the events of a stream one after another; the data of an event is bounded by its buffer, and the stream by
 * {@code most}.
 */
public final class EventLines {
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};

    private final InputStream in;
    private final byte[] read = new byte[8 * 1024];
    private int at;
    private int end;
    private long left;

    public EventLines(InputStream in, long most) {
        this.in = in;
        this.left = most;
    }

    /** Reads the data of the next event that has some. @return whether there is one */
    public boolean next(ResultBuffer data) throws IOException {
        data.resetTo(0);
        var lines = 0;
        while (true) {
            var length = line(data, lines);
            if (length < 0) {
                // An event without its end is not one.
                return false;
            }
            if (length == 0 && data.size() > 0) {
                return true;
            }
            // An event without data, such as the first of a stream that can be resumed, is none.
            lines = length == 1 ? lines + 1 : length == 0 ? 0 : lines;
        }
    }

    /** @return 1 for a line of data, 2 for another one, 0 for an empty one, and less at the end of the stream */
    private int line(ResultBuffer data, int lines) throws IOException {
        var matched = 0;
        var next = read();
        if (next < 0) {
            return -1;
        }
        if (isEnd(next)) {
            return 0;
        }
        while (matched < DATA.length && next == DATA[matched]) {
            matched++;
            next = read();
        }
        if (matched < DATA.length) {
            while (next >= 0 && !isEnd(next)) {
                next = read();
            }
            return next < 0 ? -1 : 2;
        }
        if (next == ' ') {
            next = read();
        }
        if (lines > 0) {
            data.ascii("\n");
        }
        var piece = new byte[1024];
        var size = 0;
        while (next >= 0 && !isEnd(next)) {
            if (size == piece.length) {
                data.raw(piece, 0, size);
                size = 0;
            }
            piece[size++] = (byte) next;
            next = read();
        }
        data.raw(piece, 0, size);
        return next < 0 ? -1 : 1;
    }

    private static boolean isEnd(int character) {
        return character == '\n';
    }

    /** The next byte; a CR, which is before the end of a line or between tokens of JSON, is left out. */
    private int read() throws IOException {
        while (at < end || fill()) {
            var next = read[at++];
            if (next != '\r') {
                return next & 0xff;
            }
        }
        return -1;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(read));
        left -= end;
        if (left < 0) {
            throw new NotMcp("the stream of the MCP server has no end");
        }
        return end > 0;
    }
}
