package dev.hyperterse.cli.dev;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of an input, a message each. Of a line that is longer than a message may be nothing is kept. */
final class MessageLines {
    private final InputStream in;
    private final byte[] buffer = new byte[8192];
    private int from;
    private int to;

    MessageLines(InputStream in) {
        this.in = in;
    }

    /** One line, without its end. */
    sealed interface Line {
        record Message(byte[] bytes) implements Line {
            boolean isBlank() {
                for (var character : bytes) {
                    if (character < 0 || character > ' ') {
                        return false;
                    }
                }
                return true;
            }
        }

        record TooLong() implements Line {}
    }

    /**
     * The next line, or what is left at the end of the input; empty behind that.
     *
     * @param most how many bytes a message may have
     */
    Optional<Line> next(long most) throws IOException {
        var line = new ByteArrayOutputStream();
        var length = 0L;
        while (available()) {
            var end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            length += end - from;
            if (length <= most) {
                line.write(buffer, from, end - from);
            } else {
                line = new ByteArrayOutputStream(0);
            }
            var complete = end < to;
            from = complete ? end + 1 : end;
            if (complete) {
                return Optional.of(line(line, length > most));
            }
        }
        return length == 0 ? Optional.empty() : Optional.of(line(line, length > most));
    }

    private static Line line(ByteArrayOutputStream bytes, boolean tooLong) {
        return tooLong ? new Line.TooLong() : new Line.Message(bytes.toByteArray());
    }

    private boolean available() throws IOException {
        if (from == to) {
            from = 0;
            to = Math.max(0, in.read(buffer));
        }
        return from < to;
    }
}
