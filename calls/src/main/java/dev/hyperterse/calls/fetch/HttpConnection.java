package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;

/** An HTTP/1.1 connection, without pipelining. Used by one thread at a time. */
final class HttpConnection implements AutoCloseable {
    private static final int MOST_INTERIM = 4;
    private static final int SWITCHING = 101;
    private static final int FIRST_ERROR = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final byte[] NOTHING = {};

    private static final int SOON_MILLIS = 1;

    /** Of a body that is copied behind its head, so that both are one packet and wake the other side once. */
    private static final int LARGEST_COPIED = 16 * 1024;

    private static final int USUAL_HEAD = 512;

    private final SocketChannel channel;
    private final Socket socket;
    private final ArrivedBytes in;
    private final OutputStream out;
    private boolean reused;
    private long idleSince;

    /** @param socket on the channel, secured or not */
    HttpConnection(SocketChannel channel, Socket socket) throws IOException {
        this.channel = channel;
        this.socket = socket;
        this.in = new ArrivedBytes(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** Sends a request and reads the head of the response. The URL is sent exactly as it was checked. */
    ResponseHead send(FetchRequest request) throws IOException {
        try {
            write(request);
        } catch (IOException broken) {
            return refusal(broken);
        }
        return answer();
    }

    /**
     * A server may refuse a large request and end the connection before it has taken all of it. That it has waited for too
     * long can be said of the connection before this request. Silence ends like that before any response.
     */
    private ResponseHead refusal(IOException broken) throws IOException {
        try {
            var answer = answer();
            if (answer.status() >= FIRST_ERROR && answer.status() != REQUEST_TIMEOUT) {
                return answer.last();
            }
        } catch (IOException nothing) {
            // As below.
        }
        throw broken;
    }

    private void write(FetchRequest request) throws IOException {
        var head = head(request).getBytes(StandardCharsets.ISO_8859_1);
        var body = request.body().orElse(NOTHING);
        if (body.length == 0) {
            out.write(head);
        } else if (body.length <= LARGEST_COPIED) {
            var both = Arrays.copyOf(head, head.length + body.length);
            System.arraycopy(body, 0, both, head.length, body.length);
            out.write(both);
        } else {
            out.write(head);
            out.write(body);
        }
        out.flush();
    }

    private ResponseHead answer() throws IOException {
        for (var interim = 0; interim < MOST_INTERIM; interim++) {
            var answer = ResponseHead.read(in);
            if (!answer.isInterim()) {
                return answer;
            }
            if (answer.status() == SWITCHING) {
                break;
            }
        }
        throw new ProtocolException("interim responses without an end");
    }

    private static String head(FetchRequest request) {
        var head = new StringBuilder(USUAL_HEAD)
                .append(request.method())
                .append(' ')
                .append(target(request.url()))
                .append(" HTTP/1.1\r\nhost: ")
                .append(Origin.of(request.url()).authority())
                .append("\r\naccept-encoding: gzip\r\n");
        for (var header : request.headers()) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        if (request.body().isPresent() || request.mustHaveLength()) {
            head.append("content-length: ")
                    .append(request.body().orElse(NOTHING).length)
                    .append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static String target(URI url) {
        var sent = AllowedUrl.sent(url);
        var path = AllowedUrl.path(sent);
        return sent.getRawQuery() == null ? path : path + "?" + sent.getRawQuery();
    }

    /**
     * The body after a head.
     *
     * @param mayHaveBody whether a response to the method has a body
     */
    MessageBody body(ResponseHead head, boolean mayHaveBody) throws IOException {
        return MessageBody.of(head, mayHaveBody, in);
    }

    /** Reads past the end of a body whose reader needs no more of it, if that comes soon. */
    void finish(MessageBody body) {
        try {
            soon(body);
        } catch (IOException broken) {
            // A body without its end costs the connection.
        }
    }

    /**
     * Whether the other side has neither closed an idle connection nor sent anything, which would be taken for the response
     * to the next request.
     *
     * @param patient whether it gets a millisecond to close the connection, until it has kept it once: servers that close
     *     after each response send the end behind it
     */
    boolean isIdle(boolean patient) {
        try {
            var waits = patient && !reused || socket != channel.socket() && holdsMessages();
            reused = true;
            return waits ? soon(in).isEmpty() : in.isEmpty() && isSilent();
        } catch (IOException broken) {
            return false;
        }
    }

    /** Whether bytes have arrived that may be messages of TLS, such as tickets, which are no data. */
    private boolean holdsMessages() throws IOException {
        return in.available() > 0 || channel.socket().getInputStream().available() > 0;
    }

    /** Looks without waiting. */
    private boolean isSilent() throws IOException {
        channel.configureBlocking(false);
        try {
            return channel.read(ByteBuffer.allocate(1)) == 0;
        } finally {
            channel.configureBlocking(true);
        }
    }

    /** The next byte, or -1 for the end; empty when neither comes within a millisecond. */
    private OptionalInt soon(InputStream from) throws IOException {
        var silence = socket.getSoTimeout();
        socket.setSoTimeout(SOON_MILLIS);
        try {
            return OptionalInt.of(from.read());
        } catch (SocketTimeoutException nothing) {
            return OptionalInt.empty();
        } finally {
            socket.setSoTimeout(silence);
        }
    }

    long idleSince() {
        return idleSince;
    }

    void idleSince(long nanos) {
        idleSince = nanos;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // The socket is closed either way.
        }
    }
}
