package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.wire.WireConnection;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import java.io.IOException;

/**
 * The bytes on their way to the engine: written by calls, sent by one of them at a time. They fit into the send buffer
 * of the socket, so that sending ends even while the engine waits for its responses to be read; only a call with an
 * exclusive connection may send more. All methods but {@link #send} are called under the lock of the connection.
 */
final class Outgoing {
    private static final int MOST_BYTES = 32 * 1024;

    private final WireConnection wire;
    private final int mostBytes;
    private ClientMessages filling = new ClientMessages();
    private ClientMessages sending = new ClientMessages();
    private boolean beingSent;
    private int unanswered;

    Outgoing(WireConnection wire) throws IOException {
        this.wire = wire;
        this.mostBytes = Math.min(MOST_BYTES, wire.sendBuffer() / 2);
    }

    boolean fits(long size) {
        return unanswered + size <= mostBytes;
    }

    ClientMessages filling() {
        return filling;
    }

    int unsent() {
        return filling.size();
    }

    /** @return the bytes that were added since that size */
    int add(int before) {
        var size = filling.size() - before;
        unanswered += size;
        return size;
    }

    /** The response to that many bytes is complete. */
    void remove(int size) {
        unanswered -= size;
    }

    /** Whether the caller has to send, because no other thread does. */
    boolean takesSender() {
        var takes = !beingSent;
        beingSent = true;
        return takes;
    }

    /** Takes the bytes for {@link #send}; false if there are none: the next call that writes sends then. */
    boolean swap() {
        var full = filling;
        filling = sending;
        sending = full;
        beingSent = full.size() > 0;
        return beingSent;
    }

    void send() throws IOException {
        wire.send(sending);
        sending.clear();
    }
}
