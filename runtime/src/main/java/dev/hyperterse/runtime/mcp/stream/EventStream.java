package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;
import java.util.Optional;

/** An admitted stream that is still to be written, on the thread that opened it. */
public interface EventStream {
    /**
     * Begins the response; the client is then notified first of what it has missed. The returned response must be
     * written.
     */
    Begun begin(Optional<String> lastEventId, EventSink.Opening opening) throws IOException;

    /** Ends the stream gracefully, also before it is written: its client has to reconnect. */
    void end();

    /** A stream whose response has begun. */
    @FunctionalInterface
    interface Begun {
        /** Writes until the stream ends; throws if the peer is gone. */
        void write() throws IOException;
    }
}
