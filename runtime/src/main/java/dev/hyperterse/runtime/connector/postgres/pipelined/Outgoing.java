package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.ClientMessages;
import dev.hyperterse.runtime.connector.postgres.wire.WireConnection;
import java.io.IOException;

/**
 * The bytes on their way to the engine: written by calls, sent by one of them at a time. Together it fits the socket's own
 * buffer, so that sending ends also while the engine waits for its answers to be read; only a call that has the connection
 * for itself may send more. All but {@link #send} under the lock of the connection.
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

    /** @return what was added since there were so many bytes */
    int add(int before) {
        var size = filling.size() - before;
        unanswered += size;
        return size;
    }

    /** Its answer is complete. */
    void remove(int size) {
        unanswered -= size;
    }

    /** Whether the caller has to send, because no other thread does. */
    boolean takesSender() {
        var takes = !beingSent;
        beingSent = true;
        return takes;
    }

    /** Takes what was written for {@link #send}; false when there is nothing, and then the next to write sends. */
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
