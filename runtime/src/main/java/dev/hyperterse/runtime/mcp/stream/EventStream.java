package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;
import java.util.Optional;

/** An admitted stream that is still to be written. */
public interface EventStream {
    /**
     * Writes until the stream ends, beginning with the notifications that its client has missed; on the thread that
     * opened it.
     */
    void run(Optional<String> lastEventId, EventSink.Opening opening) throws IOException;

    /** Ends the stream gracefully, also before it runs: its client has to reconnect. */
    void end();
}
