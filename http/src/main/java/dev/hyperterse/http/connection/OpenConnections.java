package dev.hyperterse.http.connection;

import dev.hyperterse.http.connection.Arrivals.Need;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The connections of a listener, up to the number that its memory allows. When all places are taken, the connection
 * that has waited longest for its client is closed: between two requests, or within a stalled one.
 */
final class OpenConnections {
    private static final int PART_OF_A_STREAM = 1;
    /** A look finds a hundredth of all connections. */
    private static final int FOUND_BY_A_LOOK = 100;
    /** A look that found none holds for so long, while many ask for a place. */
    private static final long NONE_FOR_NANOS = Duration.ofMillis(50).toNanos();

    private final int most;
    /** Those of a place, as many as streams have room in it. */
    private final int partsOfAConnection;

    private final long parts;
    /** With the parts that each has. */
    private final Map<Arrivals, Integer> open = new ConcurrentHashMap<>();

    /** Those that had waited longest at the last look, the longest first. */
    private final Queue<Waiting> longest = new ArrayDeque<>();

    private long foundNoneNanos = System.nanoTime() - NONE_FOR_NANOS - 1;

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicLong ofStreams = new AtomicLong();

    OpenConnections(ConnectionMemory memory) {
        this.most = memory.most();
        this.partsOfAConnection = memory.streamsInAPlace();
        this.parts = (long) memory.places() * partsOfAConnection;
    }

    /** Whether there is a place for the connection, which must {@link #leave} it then. */
    boolean admit(Arrivals connection) {
        while (!takePlace()) {
            if (!closeLongestWaiting()) {
                return false;
            }
        }
        open.put(connection, partsOfAConnection);
        return true;
    }

    /**
     * Until {@link #endStream} the connection only waits to send events.
     *
     * @param isShallow whether its thread has waited for nothing before
     * @return the parts that it has until then
     */
    int beginStream(Arrivals connection, boolean isShallow) {
        boolean isPart = isShallow && open.replace(connection, partsOfAConnection, PART_OF_A_STREAM);
        int held = isPart ? PART_OF_A_STREAM : partsOfAConnection;
        taken.addAndGet(held - partsOfAConnection);
        streams.incrementAndGet();
        ofStreams.addAndGet(held);
        return held;
    }

    /** Whether there is a place again for the connection, which must end otherwise. @param held by its stream */
    boolean endStream(Arrivals connection, int held) {
        streams.decrementAndGet();
        ofStreams.addAndGet(-held);
        int rest = partsOfAConnection - held;
        if (rest == 0) {
            return true;
        }
        if (!takeParts(rest)) {
            return false;
        }
        boolean isOpen = open.replace(connection, held, partsOfAConnection);
        if (!isOpen) {
            taken.addAndGet(-rest);
        }
        return isOpen;
    }

    private boolean takePlace() {
        if (count.getAndUpdate(open -> Math.min(open + 1, most)) >= most) {
            return false;
        }
        boolean fits = takeParts(partsOfAConnection);
        if (!fits) {
            count.decrementAndGet();
        }
        return fits;
    }

    private boolean takeParts(int wanted) {
        return taken.getAndUpdate(held -> held + wanted <= parts ? held + wanted : held) + wanted <= parts;
    }

    void leave(Arrivals connection) {
        connection.ended();
        Optional.ofNullable(open.remove(connection)).ifPresent(held -> {
            taken.addAndGet(-held);
            count.decrementAndGet();
        });
    }

    int count() {
        return count.get();
    }

    /** How many may be open while as many of them send events as do now. */
    int most() {
        return (int) Math.min(most, count.get() + (parts - taken.get()) / partsOfAConnection);
    }

    /** How many streams may be open: a quarter of all places is left for calls, also where each further one has a whole place. */
    int mostStreams() {
        long free = Math.max(0, parts / 4 * 3 - ofStreams.get());
        return (int) Math.min(most / 4 * 3, streams.get() + free / partsOfAConnection);
    }

    void forEach(Consumer<Arrivals> action) {
        open.keySet().forEach(action);
    }

    /** Makes room in the memory of requests; whether there was a connection to close. */
    boolean closeOneWithARequest() {
        return closesOne(Need.MEMORY, () -> longestWaiting(Arrivals::holdsMemory, Need.MEMORY, 1)
                .findFirst());
    }

    /** Makes a place free; whether there was a connection to close. */
    private boolean closeLongestWaiting() {
        return closesOne(Need.PLACE, this::nextWaiting);
    }

    private boolean closesOne(Need need, Supplier<Optional<Waiting>> next) {
        // A connection whose request has arrived in the meantime is not closed; then the next one is tried.
        for (var waiting = next.get(); waiting.isPresent(); waiting = next.get()) {
            long now = System.nanoTime();
            var connection = waiting.get().connection();
            if (waiting.get().waitsSince(now, need) && connection.closeWhileWaiting(now, need)) {
                leave(connection);
                return true;
            }
        }
        return false;
    }

    /** A look at thousands of connections takes milliseconds, so each serves many that need a place, or find none. */
    private synchronized Optional<Waiting> nextWaiting() {
        if (longest.isEmpty() && System.nanoTime() - foundNoneNanos > NONE_FOR_NANOS) {
            longestWaiting(_ -> true, Need.PLACE, 1 + count() / FOUND_BY_A_LOOK).forEach(longest::add);
            foundNoneNanos = longest.isEmpty() ? System.nanoTime() : foundNoneNanos;
        }
        return Optional.ofNullable(longest.poll());
    }

    private Stream<Waiting> longestWaiting(Predicate<Arrivals> which, Need need, int most) {
        long now = System.nanoTime();
        return open.keySet().stream()
                .filter(which)
                .filter(connection -> connection.mayBeClosed(now, need))
                .map(connection -> new Waiting(connection, now, connection.waitedNanos(now, need)))
                .sorted(Comparator.comparingLong(Waiting::waitedNanos).reversed())
                .limit(most);
    }

    private record Waiting(Arrivals connection, long lookedNanos, long waitedNanos) {
        /** Whether it is the same wait as at the look, rather than a later one. */
        boolean waitsSince(long now, Need need) {
            return connection.waitedNanos(now, need) - waitedNanos >= now - lookedNanos;
        }
    }
}
