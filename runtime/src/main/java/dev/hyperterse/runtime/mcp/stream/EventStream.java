package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;
import java.util.Optional;

/** A stream that has its place and is still to be written. */
public interface EventStream {
    /** Writes until the stream ends, beginning with what its client has missed; on the thread that opened it. */
    void run(Optional<String> lastEventId, EventSink.Opening opening) throws IOException;

    /** Its client has to come back: running it ends in good order, now or from the start. */
    void end();
}
