package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.InputStream;

/** Reads the body of a response while it arrives. */
@FunctionalInterface
public interface BodyReader {
    /**
     * Reads as much as it needs. A rest that is more than an end which follows at once costs the connection.
     *
     * @param body decompressed
     * @return whether it has read to the end
     */
    boolean read(FetchResponse head, InputStream body) throws IOException;

    /** Whether it has read something, so that the request cannot be sent again. */
    default boolean hasBegun() {
        return false;
    }

    /** Reads the whole body into a buffer. */
    static BodyReader into(ResultBuffer buffer) {
        return new BodyReader() {
            @Override
            public boolean read(FetchResponse head, InputStream body) throws IOException {
                ResponseBody.read(body, buffer);
                return true;
            }

            @Override
            public boolean hasBegun() {
                return buffer.size() > 0;
            }
        };
    }
}
