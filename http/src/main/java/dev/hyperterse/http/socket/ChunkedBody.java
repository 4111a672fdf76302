package dev.hyperterse.http.socket;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The rest of a response in chunks, whose head and first chunk were sent by the server: each write is sent at once as a
 * chunk (RFC 9112, section 7.1). Refers to nothing of the request and the response.
 */
public final class ChunkedBody extends OutputStream {
    private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final DataWriter writer;

    public ChunkedBody(DataWriter writer) {
        this.writer = writer;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        // An empty chunk would end the body.
        if (length == 0) {
            return;
        }
        writer.writeNow(BufferData.create(chunk(bytes, from, length)));
    }

    /** A chunk with its size and its end. */
    public static byte[] chunk(byte[] bytes, int from, int length) {
        var size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        var chunk = Arrays.copyOf(size, size.length + length + 2);
        System.arraycopy(bytes, from, chunk, size.length, length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        return chunk;
    }

    @Override
    public void close() {
        writer.writeNow(BufferData.create(LAST));
    }
}
