package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.mcp.stream.EventSink;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes server-sent events to one response. Used by one thread at a time; callers on several threads share a lock. */
final class SseSink implements EventSink {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event: message\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 4 * 1024;
    /** An id, and the names of the lines. */
    private static final int BESIDE_A_MESSAGE = 128;

    private final OutputStream out;
    private final Runnable progressed;

    /**
     * Sends the head of the response immediately, because clients wait for it.
     *
     * @param progressed runs after each written piece of a message
     */
    SseSink(ServerResponse response, Runnable progressed) throws IOException {
        this.progressed = progressed;
        response.header(Headers.EVENT_STREAM).header(Headers.NO_CACHE).header(Headers.UNBUFFERED);
        out = response.outputStream();
        comment();
    }

    private SseSink(OutputStream out) {
        this.progressed = () -> {};
        this.out = out;
    }

    /** The sink of a stream that refers to nothing of the response, which it only begins. */
    static SseSink begun(ServerResponse response, OutputStream rest) throws IOException {
        new SseSink(response, () -> {});
        return new SseSink(rest);
    }

    @Override
    public void prime(String eventId, boolean primed) throws IOException {
        write(
                0,
                event -> event.write(
                        ("id: " + eventId + (primed ? "\ndata:\n\n" : "\n\n")).getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void event(String eventId, byte[] message) throws IOException {
        write(message.length, event -> {
            event.write(("id: " + eventId + "\n").getBytes(StandardCharsets.UTF_8));
            data(event, message, message.length);
        });
    }

    @Override
    public void message(byte[] message) throws IOException {
        message(message, message.length);
    }

    /** A message of a call; its stream cannot be resumed, so it has no id. */
    void message(byte[] message, int length) throws IOException {
        write(length, event -> data(event, message, length));
    }

    @Override
    public void comment() throws IOException {
        write(0, event -> event.write(COMMENT));
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (UncheckedIOException | IllegalStateException | CloseConnectionException gone) {
            throw new IOException("the peer has disconnected", gone);
        }
    }

    private void data(OutputStream event, byte[] message, int length) throws IOException {
        event.write(EVENT);
        event.write(DATA);
        int from = 0;
        for (int at = 0; at < length; at++) {
            // Between tokens (a JSON column as the engine has it) a line break equals a space; here it would end the
            // event.
            if (message[at] == '\n' || message[at] == '\r') {
                Pieces.write(message, from, at, event, progressed);
                event.write(' ');
                from = at + 1;
            }
        }
        Pieces.write(message, from, length, event, progressed);
        event.write(END);
    }

    private void write(int message, Write write) throws IOException {
        try {
            // A buffer for each event, as small as it may be: one of the response would last as long as its stream, and
            // one of the usual size for each of 10,000 streams would be collected while they wait.
            var event = new BufferedOutputStream(out, Math.min(message + BESIDE_A_MESSAGE, BUFFER));
            write.to(event);
            event.flush();
        } catch (UncheckedIOException | IllegalStateException | CloseConnectionException gone) {
            throw new IOException("the peer has disconnected", gone);
        }
    }

    @FunctionalInterface
    private interface Write {
        void to(OutputStream event) throws IOException;
    }
}
