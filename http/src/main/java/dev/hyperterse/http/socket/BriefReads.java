package dev.hyperterse.http.socket;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PlainSocket;
import java.lang.reflect.Field;
import java.util.Optional;

/**
 * Reads a socket of the server into buffers that last for one read. The server's own buffer has 8 KiB for the life of a
 * connection, which was half of what an idle one held. It cannot be configured (Helidon 4.5.0, {@code PlainSocket}), so
 * it is taken away; nothing else reads the socket.
 */
public final class BriefReads {
    /** The buffer that waits for a client. Most requests fit into it. */
    static final int FIRST = 1024;

    /** The most that one read brings. */
    public static final int MOST = 8 * 1024;

    private static final Field OWN_BUFFER = buffer("readBuffer");
    private static final byte[] NONE = {};

    private final HelidonSocket socket;
    private int size = FIRST;

    public BriefReads(HelidonSocket socket) {
        this.socket = socket;
        if (socket instanceof PlainSocket plain) {
            takeOwnBuffer(plain);
        }
    }

    /** Lets a listener fail as it starts and with the reason, rather than each of its connections and without. */
    public static void require() {
        // The buffer is looked for when this class is loaded.
    }

    static Field buffer(String name) {
        try {
            var field = PlainSocket.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException changed) {
            throw new IllegalStateException("the server's socket has another buffer in this version", changed);
        }
    }

    private static void takeOwnBuffer(PlainSocket socket) {
        try {
            OWN_BUFFER.set(socket, NONE);
        } catch (IllegalAccessException refused) {
            throw new IllegalStateException("the server's socket keeps its buffer", refused);
        }
    }

    /** The next read waits for a client that may take its time. */
    public void begin() {
        size = FIRST;
    }

    /**
     * The bytes that have arrived; empty at the end. Where as much comes as fits, the next buffer is twice as large: it
     * may have to wait as well, and is then no larger than what the client has sent. The server's own way to read, which
     * is to stay, is the one with the buffer.
     */
    @SuppressWarnings("removal")
    public Optional<byte[]> next() {
        var buffer = BufferData.create(size);
        int read = socket.read(buffer);
        size = read < size ? FIRST : Math.min(2 * size, MOST);
        return read < 0 ? Optional.empty() : Optional.of(buffer.readBytes());
    }
}
