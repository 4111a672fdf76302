package dev.hyperterse.engines.postgres.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The engine's side of one connection, message by message. */
public final class FakeConversation {
    private static final int ENCRYPTION = 80877103;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    /** A message of a client; the type of the first ones is zero. */
    public record Message(char type, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    FakeConversation(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** The start-up message; a wish for encryption before it is declined. */
    public Message startUp() throws IOException {
        var message = untyped();
        if (ByteBuffer.wrap(message.body()).getInt() != ENCRYPTION) {
            return message;
        }
        out.write('N');
        return untyped();
    }

    public Message untyped() throws IOException {
        return new Message('\0', in.readNBytes(in.readInt() - 4));
    }

    public Message read() throws IOException {
        var type = (char) in.readUnsignedByte();
        return new Message(type, in.readNBytes(in.readInt() - 4));
    }

    /** Reads until the client is gone. */
    public void drain() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    public void send(byte[]... messages) throws IOException {
        for (var message : messages) {
            out.write(message);
        }
        out.flush();
    }

    /** The client reads an end, and may still send. */
    public void end() throws IOException {
        socket.shutdownOutput();
    }

    /** Lets the client in, and takes its question for a pooler and its first statements for the session. */
    public void welcome() throws IOException {
        startUp();
        send(authentication(0), setting("client_encoding", "UTF8"), message('K', int4(1), int4(2)), ready());
        for (var statements = 0; statements < 2; statements++) {
            read();
            send(message('C', text("SET")), ready());
        }
    }

    public static byte[] authentication(int method, byte[]... rest) {
        return message('R', int4(method), concat(rest));
    }

    public static byte[] setting(String name, String value) {
        return message('S', text(name), text(value));
    }

    public static byte[] ready() {
        return message('Z', new byte[] {'I'});
    }

    public static byte[] error(String sqlState, String words) {
        return message('E', text("SERROR"), text("VERROR"), text("C" + sqlState), text("M" + words), new byte[1]);
    }

    public static byte[] message(char type, byte[]... parts) {
        var body = concat(parts);
        return concat(new byte[] {(byte) type}, int4(4 + body.length), body);
    }

    public static byte[] text(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] int2(int value) {
        return ByteBuffer.allocate(2).putShort((short) value).array();
    }

    public static byte[] int4(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    public static byte[] concat(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
