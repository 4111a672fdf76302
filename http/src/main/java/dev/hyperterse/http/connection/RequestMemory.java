package dev.hyperterse.http.connection;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The memory that the requests of all connections share. Short requests, streams and idle connections have none of it. */
final class RequestMemory {
    private final long most;
    private final BooleanSupplier room;
    private final AtomicLong held = new AtomicLong();

    /** @param room closes a connection that holds some of it and waits for its client; whether there was one */
    RequestMemory(long most, BooleanSupplier room) {
        this.most = most;
        this.room = room;
    }

    long held() {
        return held.get();
    }

    /** The part that one connection holds of it. */
    Share share() {
        return new Share();
    }

    private boolean reserve(long more) {
        return held.getAndUpdate(now -> now + more > most ? now : now + more) + more <= most;
    }

    final class Share {
        private long bytes;
        private boolean ended;

        /** Whether so many more bytes were left, if need be after others were closed. */
        boolean take(long more) {
            boolean taken = takeWhatIsLeft(more);
            while (!taken && !hasEnded() && room.getAsBoolean()) {
                taken = takeWhatIsLeft(more);
            }
            return taken;
        }

        /** Whether so many more bytes were left. */
        synchronized boolean takeWhatIsLeft(long more) {
            if (ended || !reserve(more)) {
                return false;
            }
            bytes += more;
            return true;
        }

        private synchronized boolean hasEnded() {
            return ended;
        }

        synchronized boolean holds() {
            return bytes > 0;
        }

        synchronized void giveBack(long less) {
            long given = Math.min(less, bytes);
            bytes -= given;
            held.addAndGet(-given);
        }

        /** The connection is closed. */
        synchronized void end() {
            ended = true;
            giveBack(bytes);
        }
    }
}
