package dev.hyperterse.http.connection;

import dev.hyperterse.http.socket.BriefReads;
import dev.hyperterse.http.socket.ChunkedBody;
import io.helidon.http.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The bytes of one connection as the server gets to parse them. A head comes whole and checked. A body with a length
 * comes as it arrives. A body in chunks is cut anew: the server holds each chunk whole and skips two bytes behind it
 * without a look, and takes {@code +5} for a size (Helidon 4.5.0, {@code Http1Connection.readNextChunk}; of its kind,
 * helidon#8218), so it only ever sees chunks that have arrived, in our own spelling.
 */
final class RequestBytes implements Supplier<byte[]> {
    /** More than the server takes, which has an answer for each way of being too long. */
    static final int LARGEST_HEAD = 24 * 1024;

    /** A head up to here is part of what each connection is charged with. */
    static final int SHORT_HEAD = 1024;

    private static final int READ = BriefReads.MOST;

    /** A head as it was collected, as the server reads it, and as its headers. */
    private static final int COPIES = 3;

    /** Headers up to here are part of what each connection is charged with. */
    private static final int FEW_HEADERS = 20;

    /** The objects of each further header, beside its bytes. */
    private static final int HEADER = 256;

    /** Beside what an idle connection holds: a body is awaited within the routing of its request, on a deep stack. */
    private static final int AWAITED_BODY = 3 * 1024;

    /** The most that a request holds, a body and what arrives behind it included. */
    static final long MOST_HELD = COPIES * (LARGEST_HEAD + 2L * READ) + AWAITED_BODY + LookAhead.MOST_BYTES;

    private static final byte[] NOTHING = {};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Arrivals arrivals;
    private final LongSupplier largestBody;
    private final RequestMemory.Share memory;
    private Part part = Part.HEAD;
    private byte[] buffer = NOTHING;
    private int from;
    private int to;
    /** How far an end of the head has been looked for, behind {@code from}. */
    private int searched;

    /** The bytes that the current request has of the memory that all share. */
    private long held;

    private long heldByBody;
    private long bodyLeft;
    private ChunkReader chunks = new ChunkReader(0);

    RequestBytes(Arrivals arrivals, LongSupplier largestBody, RequestMemory.Share memory) {
        this.arrivals = arrivals;
        this.largestBody = largestBody;
        this.memory = memory;
    }

    private enum Part {
        HEAD,
        SIZED_BODY,
        CHUNKED_BODY,
        /** A head that is too long; its refusal is the server's. */
        OVERLONG,
        /** A body without a known end follows. */
        REFUSED
    }

    /** The next bytes; null at the end of the connection, as the server's reader has it. */
    @Override
    public byte[] get() {
        try {
            return switch (part) {
                case HEAD -> head();
                case SIZED_BODY -> sizedBody();
                case CHUNKED_BODY -> chunkedBody();
                case OVERLONG, REFUSED -> arrivals.more().orElse(null);
            };
        } catch (RequestException refused) {
            boolean ofHead = part == Part.HEAD;
            part = part == Part.SIZED_BODY ? part : Part.REFUSED;
            throw ofHead ? answeredByMethod(refused) : refused;
        }
    }

    /** Whether all bytes of the last request have come; the next one may have begun. */
    boolean isBeforeRequest() {
        return part == Part.HEAD;
    }

    /** Whether all bytes of the last request have come, and none of the next. */
    boolean isBetweenRequests() {
        return isBeforeRequest() && from == to;
    }

    /** Waits for the next request; false at the end of the connection. */
    boolean begins() {
        releaseLast();
        return received(arrivals.first());
    }

    /** The server holds a request until it asks for the next one. */
    private void releaseLast() {
        memory.giveBack(held);
        held = 0;
        heldByBody = 0;
    }

    /** Drops what has arrived of a request whose answer may last for days. Another follows only where all was read. */
    void forgetRequest() {
        bodyLeft -= to - from;
        forgetBuffer();
        releaseLast();
    }

    /** Reads what is still to come of a request that was answered before its end. */
    void discardRest() {
        switch (part) {
            case HEAD -> {}
            case SIZED_BODY -> discard(bodyLeft - (to - from));
            case CHUNKED_BODY, OVERLONG, REFUSED -> discard(Long.MAX_VALUE);
        }
    }

    private void discard(long rest) {
        forgetBuffer();
        arrivals.discard(rest);
    }

    private void forgetBuffer() {
        buffer = NOTHING;
        from = 0;
        to = 0;
    }

    private byte[] head() {
        releaseLast();
        if (from > 0) {
            // Behind the request before, whose bytes are charged no more.
            buffer = Arrays.copyOfRange(buffer, from, to);
            to -= from;
            from = 0;
        }
        hold();
        int end = endOfHead();
        while (end < 0) {
            if (to - from > LARGEST_HEAD) {
                part = Part.OVERLONG;
                return taken(to - from);
            }
            if (!received(arrivals.more())) {
                return null;
            }
            hold();
            end = endOfHead();
        }
        searched = 0;
        var head = RequestHead.checked(buffer, from, end);
        hold(held + (long) HEADER * Math.max(head.headers() - FEW_HEADERS, 0));
        long length = head.bodyLength();
        if (length == RequestHead.CHUNKED) {
            holdBody(Long.MAX_VALUE);
            chunks = new ChunkReader(largestBody.getAsLong());
            part = Part.CHUNKED_BODY;
            return taken(end - from);
        }
        if (length > largestBody.getAsLong()) {
            part = Part.SIZED_BODY;
            bodyLeft = length;
            var refused = answeredByMethod(Unreadable.tooLarge());
            from = end;
            throw refused;
        }
        int ready = (int) Math.min(length, to - end);
        bodyLeft = length - ready;
        if (bodyLeft == 0) {
            ended();
        } else {
            holdBody(bodyLeft);
            part = Part.SIZED_BODY;
        }
        return taken(end + ready - from);
    }

    /** Holds the head as far as it has arrived, unless it is short. */
    private void hold() {
        int head = to - from;
        if (head > SHORT_HEAD) {
            hold(COPIES * (long) head);
        }
    }

    /** Holds what waits for a body and its pieces, of which so many bytes are still to come. */
    private void holdBody(long rest) {
        heldByBody = AWAITED_BODY + COPIES * Math.min(rest, READ);
        hold(held + heldByBody);
    }

    private void hold(long bytes) {
        if (bytes > held && !memory.take(bytes - held)) {
            releaseLast();
            throw Unreadable.noMemory();
        }
        held = Math.max(held, bytes);
    }

    /** The refusal of the head in the buffer: without a body where the method is HEAD. */
    private RequestException answeredByMethod(RequestException refused) {
        return RequestHead.asksForHead(buffer, from, to) ? Unreadable.withoutBody(refused) : refused;
    }

    /** Behind the empty line; -1 when that has not arrived. A line feed alone would be an end to some readers. */
    private int endOfHead() {
        if (searched == 0 && !RequestHead.begins(buffer[from])) {
            throw Unreadable.malformed("the request line is malformed");
        }
        int at = from + searched;
        while ((at = EightBytes.indexOf(buffer, at, to, '\n')) < to) {
            if (buffer[at - 1] != '\r') {
                throw Unreadable.malformed("a line ends without a carriage return");
            }
            if (at - from >= 3 && buffer[at - 2] == '\n') {
                return at + 1;
            }
            at++;
        }
        searched = to - from;
        return -1;
    }

    private byte[] sizedBody() {
        if (from == to && !received(arrivals.more())) {
            return null;
        }
        int ready = (int) Math.min(bodyLeft, to - from);
        bodyLeft -= ready;
        if (bodyLeft == 0) {
            bodyEnded();
        }
        return taken(ready);
    }

    private byte[] chunkedBody() {
        while (true) {
            while (from < to) {
                int data = chunks.data(to - from);
                if (data > 0) {
                    var chunk = ChunkedBody.chunk(buffer, from, data);
                    from += data;
                    return chunk;
                }
                if (chunks.ends(buffer[from++])) {
                    bodyEnded();
                    return LAST_CHUNK;
                }
            }
            if (!received(arrivals.more())) {
                return null;
            }
        }
    }

    private void bodyEnded() {
        memory.giveBack(heldByBody);
        held -= heldByBody;
        heldByBody = 0;
        ended();
    }

    private void ended() {
        part = Part.HEAD;
        arrivals.requestEnded();
    }

    private boolean received(Optional<byte[]> arrived) {
        arrived.ifPresent(this::append);
        return arrived.isPresent();
    }

    private void append(byte[] arrived) {
        if (from == to) {
            buffer = arrived;
            from = 0;
            to = arrived.length;
            return;
        }
        if (buffer.length - to < arrived.length) {
            int held = to - from;
            var larger = new byte[capacity(held, arrived.length)];
            System.arraycopy(buffer, from, larger, 0, held);
            buffer = larger;
            from = 0;
            to = held;
        }
        System.arraycopy(arrived, 0, buffer, to, arrived.length);
        to += arrived.length;
    }

    /** The buffer of a head: doubled, as far as a head may grow. */
    static int capacity(int held, int arrived) {
        return Math.max(held + arrived, Math.min(2 * held, LARGEST_HEAD));
    }

    /** The next so many bytes of the buffer; the buffer itself when that is all there is. */
    private byte[] taken(int count) {
        if (from == 0 && count == buffer.length) {
            var all = buffer;
            buffer = NOTHING;
            to = 0;
            return all;
        }
        var some = Arrays.copyOfRange(buffer, from, from + count);
        from += count;
        if (from == to) {
            // A stream may last for days.
            forgetBuffer();
        }
        return some;
    }
}
