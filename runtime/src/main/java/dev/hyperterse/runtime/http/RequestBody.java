package dev.hyperterse.runtime.http;

import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** Reads a body into one array, no further than it may be long, and no longer than it may take. */
final class RequestBody {
    private static final int FIRST_GUESS = 8 * 1024;

    private RequestBody() {}

    /** What was read, or why it was not. */
    sealed interface Read {
        record Whole(byte[] bytes, int length) implements Read {}

        record TooLarge() implements Read {}

        /** Its sender may mean to hold the memory that is kept free for it. */
        record TooSlow() implements Read {}

        /** It ends before its length, or its chunks are none; where the next request begins cannot be told. */
        record Broken() implements Read {}
    }

    static Read read(ServerRequest request, long announced, long limit, Duration patience) throws IOException {
        if (announced > limit) {
            return new Read.TooLarge();
        }
        if (announced == 0) {
            return new Read.Whole(new byte[0], 0);
        }
        try {
            return readOn(request, announced, limit, patience);
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RequestException refused) {
            return refused.status().equals(Status.REQUEST_ENTITY_TOO_LARGE_413)
                    ? new Read.TooLarge()
                    : new Read.Broken();
        } catch (RuntimeException broken) {
            // What the server throws at the end of its input and at the sizes of chunks has no type in common.
            return new Read.Broken();
        }
    }

    private static Read readOn(ServerRequest request, long announced, long limit, Duration patience)
            throws IOException {
        var bytes = new byte[(int) (announced > 0 ? announced : Math.min(FIRST_GUESS, limit + 1))];
        int length = 0;
        long until = System.nanoTime() + patience.toNanos();
        var in = request.content().inputStream();
        int count = in.read(bytes, 0, bytes.length);
        while (count > 0) {
            length += count;
            if (length > limit) {
                return new Read.TooLarge();
            }
            if (length == bytes.length) {
                if (announced > 0) {
                    break;
                }
                bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, limit + 1));
            }
            if (until - System.nanoTime() < 0) {
                return new Read.TooSlow();
            }
            count = in.read(bytes, length, bytes.length - length);
        }
        // Of a whole body only: to close any other is to wait for what is still to come. The server would look for more
        // of this one with a buffer of its own, which is a fifth of what a call allocates.
        in.close();
        return new Read.Whole(bytes, length);
    }
}
