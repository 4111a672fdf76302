package dev.hyperterse.http.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChunkedBodyTest {
    private final StringBuilder sent = new StringBuilder();
    private final ChunkedBody body = new ChunkedBody(new Sent());

    @Test
    void eachWriteIsAChunk() throws IOException {
        body.write("one".getBytes(StandardCharsets.US_ASCII));
        body.write("x0123456789abcdefx".getBytes(StandardCharsets.US_ASCII), 1, 16);
        body.write('y');
        body.close();

        assertThat(sent).hasToString("3\r\none\r\n10\r\n0123456789abcdef\r\n1\r\ny\r\n0\r\n\r\n");
    }

    @Test
    void nothingDoesNotEndTheBody() throws IOException {
        body.write(new byte[0]);
        body.flush();

        assertThat(sent).isEmpty();
    }

    private final class Sent implements DataWriter {
        @Override
        public void write(BufferData... data) {
            writeNow(data);
        }

        @Override
        public void write(BufferData data) {
            writeNow(data);
        }

        @Override
        public void writeNow(BufferData... data) {
            for (var buffer : data) {
                writeNow(buffer);
            }
        }

        @Override
        public void writeNow(BufferData data) {
            sent.append(data.readString(data.available(), StandardCharsets.US_ASCII));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
