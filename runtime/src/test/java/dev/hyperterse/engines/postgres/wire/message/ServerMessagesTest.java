package dev.hyperterse.engines.postgres.wire.message;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.concat;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are read whole, whatever their length and the pieces in which they arrive. */
class ServerMessagesTest {
    private static final int LONG = 3 * ServerMessages.OWN;

    private static final byte[] STREAM = concat(
            message('1'),
            message('D', new byte[10]),
            message('D', new byte[LONG]),
            message('E', new byte[LONG]),
            message('D', new byte[ServerMessages.OWN]),
            message('N', new byte[LONG]),
            message('Z', new byte[1]));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7, 1000, 16_384, 1_000_000})
    void messagesMayArriveInPiecesOfAnySize(int piece) throws IOException {
        var report = ServerMessages.OWN;
        assertThat(read(piece, (_, _) -> true))
                .containsExactly(
                        "1 0", "D 10", "D " + LONG, "E " + report, "D " + ServerMessages.OWN, "N " + report, "Z 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7, 1000, 16_384, 1_000_000})
    void messageWithoutRoomIsSkipped(int piece) throws IOException {
        assertThat(read(piece, (_, _) -> false)).contains("D skipped", "Z 1").hasSize(7);
    }

    @Test
    void negativeLengthIsAProtocolViolation() {
        var messages = new ServerMessages(new ByteArrayInputStream(new byte[] {'D', 0, 0, 0, 3}));
        assertThatThrownBy(() -> {
                    messages.receive();
                    messages.next((_, _) -> true);
                })
                .isInstanceOf(ProtocolViolation.class);
    }

    @Test
    void endInsideAMessageIsALostConnection() {
        for (var length = 0; length < 30; length++) {
            var messages = new ServerMessages(new ByteArrayInputStream(STREAM, 0, length));
            assertThatThrownBy(() -> {
                        while (true) {
                            messages.receive();
                            while (messages.next((_, _) -> true)) {
                                assertThat(messages.type()).isIn((byte) '1', (byte) 'D');
                            }
                        }
                    })
                    .isInstanceOf(EOFException.class);
        }
    }

    private static List<String> read(int piece, ServerMessages.Room room) throws IOException {
        var messages = new ServerMessages(new Pieces(piece));
        List<String> read = new ArrayList<>();
        while (!read.contains("Z 1")) {
            while (messages.next(room)) {
                var length = messages.end() - messages.body();
                read.add((char) messages.type() + " " + (messages.skipped() ? "skipped" : length));
            }
            if (!read.contains("Z 1")) {
                messages.receive();
            }
        }
        return read;
    }

    /** Gives a limited number of bytes at a time. */
    private static final class Pieces extends InputStream {
        private final ByteArrayInputStream whole = new ByteArrayInputStream(STREAM);
        private final int most;

        Pieces(int most) {
            this.most = most;
        }

        @Override
        public int read() {
            return whole.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return whole.read(target, offset, Math.min(most, length));
        }
    }
}
