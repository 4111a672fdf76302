package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.memory.Reservation;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes that a node sends, and the parts that are not written into results: lines, lengths, replies to our own
 * commands.
 */
final class ReplyInput {
    /** A value up to here is written out of the buffer, without a copy. */
    private static final int BUFFER = 16 * 1024;

    private static final int DEEPEST = 32;
    private static final int MOST_OF_OUR_OWN = 100_000;

    private final InputStream source;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;

    ReplyInput(InputStream source) {
        this.source = source;
    }

    /** Receives the bytes of one value. */
    @FunctionalInterface
    interface Sink {
        void accept(byte[] bytes, int from, int to);
    }

    int read() throws IOException {
        require(1);
        return buffer[position++];
    }

    /** The rest of a line; a line that is longer than the buffer violates the protocol. */
    String line() throws IOException {
        for (var length = 0; ; length++) {
            require(length + 1);
            if (buffer[position + length] == '\r') {
                require(length + 2);
                var line = new String(buffer, position, length, StandardCharsets.UTF_8);
                position += length + 2;
                return line;
            }
        }
    }

    /** A length or count; -1 is the null of RESP2. */
    long length() throws IOException {
        var line = line();
        try {
            var length = Long.parseLong(line);
            if (length >= -1) {
                return length;
            }
        } catch (NumberFormatException streamed) {
            // RESP3 also has streamed lengths, which no engine sends.
        }
        throw new UnexpectedReply("a length");
    }

    /**
     * Passes on a value of that many bytes and skips the line end; a long value takes memory of the call before it is
     * read.
     */
    void value(int length, Reservation memory, Sink sink) throws IOException {
        if (length <= BUFFER) {
            require(length);
            sink.accept(buffer, position, position + length);
            position += length;
        } else {
            memory.take(length);
            var whole = new byte[length];
            copy(whole);
            sink.accept(whole, 0, length);
            memory.giveBack(length);
        }
        skip(2);
    }

    void skip(long bytes) throws IOException {
        var left = bytes;
        while (left > 0) {
            require(1);
            var step = (int) Math.min(left, limit - position);
            position += step;
            left -= step;
        }
    }

    private void copy(byte[] target) throws IOException {
        var buffered = Math.min(limit - position, target.length);
        System.arraycopy(buffer, position, target, 0, buffered);
        position += buffered;
        if (source.readNBytes(target, buffered, target.length - buffered) < target.length - buffered) {
            throw new EOFException();
        }
    }

    /** Reads until the buffer has at least that many bytes. */
    private void require(int bytes) throws IOException {
        if (limit - position >= bytes) {
            return;
        }
        if (bytes > BUFFER) {
            throw new UnexpectedReply("a line without an end");
        }
        if (position + bytes > BUFFER) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        }
        while (limit - position < bytes) {
            var read = source.read(buffer, limit, BUFFER - limit);
            if (read < 0) {
                throw new EOFException();
            }
            limit += read;
        }
    }

    /** Skips a value of any type. */
    void skipReply() throws IOException {
        skipReply(0);
    }

    private void skipReply(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new UnexpectedReply("a reply that is too deep");
        }
        switch (read()) {
            case '$', '=', '!' -> {
                var length = length();
                skip(length < 0 ? 0 : length + 2);
            }
            case '*', '~', '>' -> skipReplies(length(), depth);
            case '%' -> skipReplies(2 * length(), depth);
            case '|' -> {
                skipReplies(2 * length(), depth);
                skipReply(depth);
            }
            default -> line();
        }
    }

    private void skipReplies(long count, int depth) throws IOException {
        for (var index = 0L; index < count; index++) {
            skipReply(depth + 1);
        }
    }

    /**
     * A reply to a command of this client: a text, or a list (for a map, of its keys and values); for other types the
     * text.
     *
     * @throws RefusedConnection for an error
     */
    Object own() throws IOException {
        return own(0);
    }

    private Object own(int depth) throws IOException {
        var type = read();
        return switch (type) {
            case '-' -> throw new RefusedConnection(ErrorReply.of(line()));
            case '$', '=' -> ownText(length());
            case '*', '~', '%' -> ownList(type == '%' ? 2 * length() : length(), depth);
            case '>', '|', '!' -> throw new UnexpectedReply("a reply that was not asked for");
            default -> line();
        };
    }

    String ownText(long length) throws IOException {
        if (length < 0) {
            return "";
        }
        if (length > BUFFER) {
            throw new UnexpectedReply("a text that is too long");
        }
        require((int) length);
        var text = new String(buffer, position, (int) length, StandardCharsets.UTF_8);
        position += (int) length;
        skip(2);
        return text;
    }

    private List<Object> ownList(long count, int depth) throws IOException {
        if (count > MOST_OF_OUR_OWN || depth > DEEPEST) {
            throw new UnexpectedReply("a list that is too long");
        }
        var list = new ArrayList<Object>();
        for (var index = 0L; index < count; index++) {
            list.add(own(depth + 1));
        }
        return list;
    }
}
