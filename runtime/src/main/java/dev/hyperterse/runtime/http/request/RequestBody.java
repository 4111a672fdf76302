package dev.hyperterse.runtime.http.request;

import dev.hyperterse.calls.memory.BufferBudget;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads one body into one array, within the limit. Memory is reserved as bytes arrive, not for an announced length. The
 * connection bounds the time. Closing releases the memory.
 */
public final class RequestBody implements AutoCloseable {
    private static final int FIRST_GUESS = 8 * 1024;

    private final BufferBudget budget;
    private final long limit;
    private long reserved;

    public RequestBody(BufferBudget budget, long limit) {
        this.budget = budget;
        this.limit = limit;
    }

    /** The body, or why it was not read. */
    public sealed interface Read {
        record Complete(byte[] bytes, int length) implements Read {}

        record TooLarge() implements Read {}

        /** The budget is exhausted at the moment. */
        record BudgetExhausted() implements Read {}

        /** The body is larger than the whole budget. */
        record LargerThanBudget() implements Read {}

        /**
         * The body ends before its announced length, or its chunks are malformed, so the beginning of the next request
         * is unknown.
         */
        record Malformed() implements Read {}
    }

    /** Reads the body; {@code announced} is its length, negative where it is not known. */
    public Read read(ServerRequest request, long announced) throws IOException {
        if (announced > limit) {
            return new Read.TooLarge();
        }
        if (announced == 0) {
            return new Read.Complete(new byte[0], 0);
        }
        try {
            return readOn(request, announced);
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RequestException refused) {
            return refused.status().equals(Status.REQUEST_ENTITY_TOO_LARGE_413)
                    ? new Read.TooLarge()
                    : new Read.Malformed();
        } catch (RuntimeException broken) {
            // The server throws no specific type at the end of its input.
            return new Read.Malformed();
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
        // Only after the whole body: closing earlier blocks until the rest has arrived. Without it the server looks for
        // more
        // bytes with a buffer of its own, a fifth of the allocations of a call.
        in.close();
        return new Read.Complete(bytes, length);
    }

    private Read noRoom(long wanted) {
        return budget.neverHas(reserved + wanted) ? new Read.LargerThanBudget() : new Read.BudgetExhausted();
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
