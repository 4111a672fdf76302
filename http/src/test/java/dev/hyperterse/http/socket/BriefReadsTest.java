package dev.hyperterse.http.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.helidon.common.socket.PlainSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BriefReadsTest {
    @AutoClose
    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    @AutoClose
    private final Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());

    private final PlainSocket socket = PlainSocket.server(listener.accept(), "child", "server");
    private final BriefReads reads = new BriefReads(socket);

    BriefReadsTest() throws IOException {}

    @ParameterizedTest
    @ValueSource(ints = {1, BriefReads.FIRST - 1, BriefReads.FIRST, BriefReads.FIRST + 1, 60_000})
    void allBytesArriveInTheirOrder(int length) throws IOException {
        var sent = new byte[length];
        new Random(length).nextBytes(sent);
        client.getOutputStream().write(sent);
        client.shutdownOutput();

        var received = new ByteArrayOutputStream();
        for (var piece = reads.next(); piece.isPresent(); piece = reads.next()) {
            assertThat(piece.get().length).isBetween(1, BriefReads.MOST);
            received.writeBytes(piece.get());
        }

        assertThat(received.toByteArray()).isEqualTo(sent);
    }

    /** A client that sends so much and stops must not make a connection hold more than it has sent. */
    @Test
    void aPieceIsNoLargerThanWhatHasCome() throws IOException {
        client.getOutputStream().write(new byte[60_000]);
        int come = BriefReads.FIRST;
        for (int piece = 0; piece < 5; piece++) {
            int length = reads.next().map(bytes -> bytes.length).orElse(0);
            assertThat(length).isLessThanOrEqualTo(come);
            come += length;
        }

        reads.begin();
        assertThat(reads.next().map(bytes -> bytes.length)).isEqualTo(Optional.of(BriefReads.FIRST));
    }

    @Test
    void missingBufferIsNamed() {
        assertThat(catchThrowable(() -> BriefReads.buffer("gone")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has another buffer in this version");
    }

    /** The server's own buffer is empty, so its own read fails, rather than take bytes from a request. */
    @Test
    void theSocketKeepsNoBuffer() throws IOException {
        client.getOutputStream().write(1);

        assertThat(catchThrowable(socket::get)).isInstanceOf(IllegalStateException.class);
        assertThat(reads.next()).hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(1));
    }
}
