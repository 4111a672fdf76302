package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the events of a stream one after another, wherever it is resumed; the data of an event is bounded by its buffer,
 * and the stream by {@code most}.
 */
public final class EventLines {
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};

    private static final String ID = "id:";
    private static final String RETRY = "retry:";
    private static final int LONGEST_FIELD = 1_024;

    private byte[] read = {};
    private InputStream in = InputStream.nullInputStream();
    /** Of the event that is being read. */
    private Optional<String> nextId = Optional.empty();

    private Optional<String> id = Optional.empty();
    private OptionalLong retryMillis = OptionalLong.empty();
    private int at;
    private int end;
    private boolean afterCr;
    private long left;

    public EventLines(long most) {
        this.left = most;
    }

    /** Reads on in this body: the first one, or one in which the server resumes the stream. */
    public void from(InputStream body) {
        in = body;
        read = new byte[8 * 1024];
        at = 0;
        end = 0;
        afterCr = false;
        // That of an event which was cut off does not count.
        nextId = id;
    }

    /** The id of the last event, from which the stream can be resumed. */
    public Optional<String> id() {
        return id;
    }

    /** The pause before the stream is resumed, if the server wants one. */
    public OptionalLong retryMillis() {
        return retryMillis;
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
            if (length == 0) {
                id = nextId;
                if (data.size() > 0) {
                    return true;
                }
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
            return other(next, matched == 0) ? 2 : -1;
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

    /** @return whether the line has an end */
    private boolean other(int first, boolean whole) throws IOException {
        var line = new StringBuilder();
        var next = first;
        while (next >= 0 && !isEnd(next)) {
            if (line.length() < LONGEST_FIELD) {
                line.append((char) next);
            }
            next = read();
        }
        if (next >= 0 && whole) {
            field(line.toString());
        }
        return next >= 0;
    }

    private void field(String line) {
        if (line.startsWith(ID)) {
            // An id that no header can hold is none.
            nextId = Optional.of(line.substring(ID.length()).strip())
                    .filter(it -> it.matches("[\\x20-\\x7e]+") && line.length() < LONGEST_FIELD);
        } else if (line.startsWith(RETRY)) {
            var millis = line.substring(RETRY.length()).strip();
            if (millis.matches("[0-9]{1,9}")) {
                retryMillis = OptionalLong.of(Long.parseLong(millis));
            }
        }
    }

    private static boolean isEnd(int character) {
        return character == '\n';
    }

    /** The next byte; of each end of a line, which is CR, LF or both, a LF. It is not waited for a LF behind a CR. */
    private int read() throws IOException {
        while (at < end || fill()) {
            var next = read[at++];
            var ended = afterCr && next == '\n';
            afterCr = next == '\r';
            if (!ended) {
                return afterCr ? '\n' : next & 0xff;
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
