package dev.hyperterse.runtime.endpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** A bare connection, for what HTTP clients refuse to send and for streams that must be read line by line. */
public final class Wire implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    public Wire(TestEndpoint endpoint) throws IOException {
        this(endpoint.port());
    }

    public Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        // A head and a body are two writes; the second would wait 40 ms for what the first is answered with.
        socket.setTcpNoDelay(true);
        // A test that waits for nothing must fail, not hang.
        socket.setSoTimeout(60_000);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends the text with {@code \n} as line breaks of HTTP. */
    public Wire send(String head, byte... body) throws IOException {
        var out = socket.getOutputStream();
        out.write((head.strip().replace("\n", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return this;
    }

    /** Sends more of a body. */
    public void sendMore(byte... body) throws IOException {
        socket.getOutputStream().write(body);
    }

    /** Says that nothing more comes, and still reads. */
    public void endSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Sends the text again and again, slowly, until interrupted; a peer that has gone is no reason to end. */
    public void trickle(String text) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException gone) {
                // The other end shows what it did.
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Opens the stream of a session. */
    public Wire listen(String sessionId, String... headers) throws IOException {
        return send("""
                GET /mcp HTTP/1.1
                Host: localhost
                Accept: text/event-stream
                Mcp-Session-Id: %s
                %s""".formatted(sessionId, String.join("\n", headers)));
    }

    /** The final status; an interim 100 is skipped. */
    public int status() throws IOException {
        int status = Integer.parseInt(in.readLine().split(" ")[1]);
        if (status != 100) {
            return status;
        }
        in.readLine();
        return status();
    }

    /** The body of an answer whose status was read: with a Content-Length, or the events of a call that took long. */
    public String body() throws IOException {
        return answer().getLast();
    }

    /** The headers and the body of an answer whose status was read. */
    public List<String> answer() throws IOException {
        var lines = new ArrayList<String>();
        var length = 0;
        var inChunks = false;
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            lines.add(line);
            var header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
            inChunks |= header.equals("transfer-encoding: chunked");
        }
        lines.add(inChunks ? chunks() : text(length));
        return lines;
    }

    private String chunks() throws IOException {
        var body = new StringBuilder();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            body.append(text(length));
            in.readLine();
        }
        in.readLine();
        return body.toString();
    }

    private int chunkLength() throws IOException {
        return Integer.parseInt(in.readLine(), 16);
    }

    private String text(int length) throws IOException {
        var body = new char[length];
        var read = in.read(body);
        while (read < length) {
            var more = in.read(body, read, length - read);
            if (more < 0) {
                throw new IOException("the answer ended before its end");
            }
            read += more;
        }
        return new String(body);
    }

    /** Reads a whole answer with a Content-Length; returns whether it closes the connection. */
    public boolean answerClosesConnection() throws IOException {
        return answer().stream().anyMatch("Connection: close"::equalsIgnoreCase);
    }

    /** The next line that begins so; fails when the stream ends before. */
    public String lineBeginning(String beginning) throws IOException {
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
        }
        throw new IOException("the stream ended before a line that begins with " + beginning);
    }

    /** Everything until the peer ends the response, or the connection. */
    public List<String> rest() throws IOException {
        var lines = new ArrayList<String>();
        for (var line = in.readLine(); line != null && !line.equals("0"); line = in.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    public void receiveBuffer(int bytes) throws IOException {
        socket.setReceiveBufferSize(bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
