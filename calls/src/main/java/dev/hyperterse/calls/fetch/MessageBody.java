package dev.hyperterse.calls.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The body of one response, exactly as long as announced. */
final class MessageBody extends InputStream {
    private static final long UNTIL_CLOSED = -1;
    private static final int LONGEST_CHUNK_LINE = 256;
    private static final int LARGEST_TRAILERS = 8 * 1024;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int LONGEST_LENGTH = 18;
    private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9A-Fa-f]{1,15}");

    private final ArrivedBytes in;
    private final boolean chunked;
    private long left;
    private boolean inChunks;
    private boolean complete;

    private MessageBody(ArrivedBytes in, boolean chunked, long left) {
        this.in = in;
        this.chunked = chunked;
        this.left = left;
        this.complete = !chunked && left == 0;
    }

    /** @param mayHaveBody whether a response to the method has a body */
    static MessageBody of(ResponseHead head, boolean mayHaveBody, ArrivedBytes in) throws ProtocolException {
        if (!mayHaveBody || head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            return new MessageBody(in, false, 0);
        }
        var coding = head.header("transfer-encoding");
        var length = head.header("content-length");
        if (coding.isPresent()) {
            // With two lengths, or an unknown coding, the start of the next response would be ambiguous.
            if (length.isPresent() || !coding.get().toLowerCase(Locale.ROOT).equals("chunked")) {
                throw new ProtocolException("the length of the response body is ambiguous");
            }
            return new MessageBody(in, true, 0);
        }
        if (length.isEmpty()) {
            return new MessageBody(in, false, UNTIL_CLOSED);
        }
        var digits = length.get();
        if (digits.isEmpty() || digits.length() > LONGEST_LENGTH || !isDigits(digits, 0, digits.length())) {
            throw new ProtocolException("the content-length is malformed");
        }
        return new MessageBody(in, false, Long.parseLong(digits));
    }

    static boolean isDigits(String text, int from, int to) {
        for (var at = from; at < to; at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    /** How large an array must be for what is left, if that is known, but no larger than {@code most}. */
    int pieceSize(int most) {
        return chunked || left == UNTIL_CLOSED ? most : (int) Math.min(left, most);
    }

    /** Whether the body was read completely, so that the connection is at the start of the next response. */
    boolean isComplete() {
        return complete && left != UNTIL_CLOSED;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (chunked && left == 0 && !complete) {
            nextChunk();
        }
        if (complete) {
            return -1;
        }
        var read = in.read(target, from, left == UNTIL_CLOSED ? length : (int) Math.min(length, left));
        if (read < 0) {
            if (left != UNTIL_CLOSED) {
                throw new EOFException("the connection ended within a body");
            }
            complete = true;
            return -1;
        }
        if (left != UNTIL_CLOSED) {
            left -= read;
            complete = !chunked && left == 0;
        }
        return read;
    }

    private void nextChunk() throws IOException {
        if (inChunks && !in.line(new int[] {1}).isEmpty()) {
            throw new ProtocolException("a chunk is longer than it says");
        }
        inChunks = true;
        var size = in.line(new int[] {LONGEST_CHUNK_LINE}).split(";", 2)[0].strip();
        if (!CHUNK_SIZE.matcher(size).matches()) {
            throw new ProtocolException("a malformed chunk");
        }
        left = Long.parseLong(size, 16);
        if (left == 0) {
            var trailers = new int[] {LARGEST_TRAILERS};
            while (!in.line(trailers).isEmpty()) {
                // Trailers are read past.
            }
            complete = true;
        }
    }
}
