package dev.hyperterse.calls.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivedBytesTest {
    /** Wherever the packets end: within a name, between CR and LF, within a chunk's size or behind its data. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1\r\nk\r\n0\r\nX-C: d\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 2\nX-A: b\n\nok",
            })
    void aResponseIsTheSameInWhateverPieces(String response) throws IOException {
        for (int size = 1; size <= response.length(); size++) {
            var arrived = new ArrivedBytes(inPieces(response + "next", size));
            var head = ResponseHead.read(arrived);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("x-a")).hasValue("b");
            var body = MessageBody.of(head, true, arrived);
            assertThat(new String(body.readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("ok");
            assertThat(body.isComplete()).isTrue();
            assertThat(new String(arrived.readAllBytes(), StandardCharsets.US_ASCII))
                    .as("what follows the response")
                    .isEqualTo("next");
        }
    }

    private static InputStream inPieces(String text, int size) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)) {
            @Override
            public int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, size));
            }
        };
    }
}
