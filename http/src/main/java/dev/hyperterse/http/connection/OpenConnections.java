package dev.hyperterse.http.connection;

import dev.hyperterse.http.connection.Arrivals.Need;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The connections of a listener, up to the number that its memory allows. When all are taken, the connection that has
 * waited longest for its client is closed: between two requests, or within a stalled one.
 */
final class OpenConnections {
    private final int most;
    private final Set<Arrivals> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    OpenConnections(int most) {
        this.most = most;
    }

    /** Whether there is a place for the connection, which must {@link #leave} it then. */
    boolean admit(Arrivals connection) {
        while (!takePlace()) {
            if (!closeLongestWaiting(_ -> true, Need.PLACE)) {
                return false;
            }
        }
        open.add(connection);
        return true;
    }

    private boolean takePlace() {
        return count.getAndUpdate(taken -> Math.min(taken + 1, most)) < most;
    }

    void leave(Arrivals connection) {
        connection.ended();
        if (open.remove(connection)) {
            count.decrementAndGet();
        }
    }

    int count() {
        return count.get();
    }

    int most() {
        return most;
    }

    void forEach(Consumer<Arrivals> action) {
        open.forEach(action);
    }

    /** Makes room in the memory of requests; whether there was a connection to close. */
    boolean closeOneWithARequest() {
        return closeLongestWaiting(Arrivals::holdsMemory, Need.MEMORY);
    }

    private boolean closeLongestWaiting(Predicate<Arrivals> which, Need need) {
        long now = System.nanoTime();
        // A connection whose request has arrived in the meantime is not closed; then the next one is tried.
        for (var waiting = longestWaiting(which, need, now);
                waiting.isPresent();
                waiting = longestWaiting(which, need, now)) {
            if (waiting.get().closeWhileWaiting(now, need)) {
                leave(waiting.get());
                return true;
            }
        }
        return false;
    }

    private Optional<Arrivals> longestWaiting(Predicate<Arrivals> which, Need need, long now) {
        return open.stream()
                .filter(which)
                .filter(connection -> connection.mayBeClosed(now, need))
                .max(Comparator.comparingLong(connection -> connection.waitedNanos(now, need)));
    }
}
