package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.memory.BufferBudget;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.util.Arrays;

/**
 * One body in one array, no longer than it may be. Its memory is reserved as it arrives: what a client only announces
 * is not reserved. How long it may take is bounded by the connection. To be closed when the bytes are done with.
 */
final class RequestBody implements AutoCloseable {
    private static final int FIRST_GUESS = 8 * 1024;

    private final BufferBudget budget;
    private final long limit;
    private long reserved;

    RequestBody(BufferBudget budget, long limit) {
        this.budget = budget;
        this.limit = limit;
    }

    /** What was read, or why it was not. */
    sealed interface Read {
        record Whole(byte[] bytes, int length) implements Read {}

        record TooLarge() implements Read {}

        /** The budget has no room for more of it now. */
        record NoRoom() implements Read {}

        /** The budget is too small for it, even alone. */
        record NeverFits() implements Read {}

        /** The body ends before its length, or its chunks are malformed, so the beginning of the next request is unknown. */
        record Broken() implements Read {}
    }

    /** Reads it; {@code announced} is its length, or negative when its end is to be found. */
    Read read(ServerRequest request, long announced) throws IOException {
        if (announced > limit) {
            return new Read.TooLarge();
        }
        if (announced == 0) {
            return new Read.Whole(new byte[0], 0);
        }
        try {
            return readOn(request, announced);
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RequestException refused) {
            return refused.status().equals(Status.REQUEST_ENTITY_TOO_LARGE_413)
                    ? new Read.TooLarge()
                    : new Read.Broken();
        } catch (RuntimeException broken) {
            // What the server throws at the end of its input has no type of its own.
            return new Read.Broken();
        }
    }

    private Read readOn(ServerRequest request, long announced) throws IOException {
        long most = announced > 0 ? announced : limit + 1;
        if (!reserve(Math.min(FIRST_GUESS, most))) {
            return noRoom(Math.min(FIRST_GUESS, most));
        }
        var bytes = new byte[(int) reserved];
        int length = 0;
        var in = request.content().inputStream();
        int count = in.read(bytes, 0, bytes.length);
        while (count > 0) {
            length += count;
            if (length > limit) {
                return new Read.TooLarge();
            }
            if (length == announced) {
                break;
            }
            if (length == bytes.length) {
                int larger = (int) Math.min(2L * length, most);
                if (!reserve(larger)) {
                    return noRoom(larger);
                }
                bytes = Arrays.copyOf(bytes, larger);
                release(length);
            }
            count = in.read(bytes, length, bytes.length - length);
        }
        // Of a whole body only: to close any other is to wait for what is still to come. The server would look for more
        // of this one with a buffer of its own, which is a fifth of what a call allocates.
        in.close();
        return new Read.Whole(bytes, length);
    }

    private Read noRoom(long wanted) {
        return budget.neverHas(reserved + wanted) ? new Read.NeverFits() : new Read.NoRoom();
    }

    private boolean reserve(long bytes) {
        if (!budget.reserve(bytes)) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    private void release(long bytes) {
        budget.release(bytes);
        reserved -= bytes;
    }

    @Override
    public void close() {
        release(reserved);
    }
}
