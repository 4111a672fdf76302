package dev.hyperterse.scripts.turn;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** The resources that one run has used, over all its turns. */
public final class ScriptUsage {
    private static final long NOT_RUNNING = -1;
    private static final Used NOTHING = new Used(0, 0);

    /** More processor time than a thread needs to replace its allocation buffer. */
    private static final long PROGRESS = TimeUnit.MICROSECONDS.toNanos(10);

    private final Consumer<String> cut;
    private Used before = NOTHING;
    private Used now = NOTHING;
    private Used last = NOTHING;
    private Used atBegin = NOTHING;
    private long thread = NOT_RUNNING;
    private Optional<LongSupplier> memory = Optional.empty();
    private boolean exceeded;

    /** @param cut ends the run, with the reason; must not block */
    public ScriptUsage(Consumer<String> cut) {
        this.cut = cut;
    }

    /** Allocated bytes and processor time; the time is read first. */
    record Used(long allocated, long nanos) {
        Used plus(Used other) {
            return new Used(allocated + other.allocated, nanos + other.nanos);
        }

        Used minus(Used other) {
            return new Used(Math.max(0, allocated - other.allocated), Math.max(0, nanos - other.nanos));
        }
    }

    /** @param ofThread the use of a thread since its start */
    synchronized void begin(long threadId, LongFunction<Used> ofThread) {
        thread = threadId;
        atBegin = ofThread.apply(threadId);
    }

    /** Called by the thread itself, for which the JVM's counters are exact. */
    synchronized void end(LongFunction<Used> ofThread) {
        if (thread != NOT_RUNNING) {
            before = before.plus(ofThread.apply(thread).minus(atBegin));
        }
        now = NOTHING;
        last = NOTHING;
        thread = NOT_RUNNING;
    }

    /**
     * Reads the use of the thread so far. The allocation counter of another thread can be too high by gigabytes while
     * that thread replaces its allocation buffer, so the lower of two readings counts, between which the thread made
     * progress.
     */
    synchronized void look(LongFunction<Used> ofThread) {
        if (thread == NOT_RUNNING) {
            return;
        }
        var read = ofThread.apply(thread).minus(atBegin);
        if (read.nanos() - last.nanos() < PROGRESS) {
            now = new Used(now.allocated(), read.nanos());
        } else {
            now = new Used(Math.min(last.allocated(), read.allocated()), read.nanos());
            last = new Used(
                    read.allocated(), ofThread.apply(thread).minus(atBegin).nanos());
        }
    }

    synchronized long allocated() {
        return memory.map(LongSupplier::getAsLong).orElseGet(() -> before.allocated() + now.allocated());
    }

    /** Counts the memory that the run holds from now on, instead of the allocations of its threads. */
    public synchronized void countBy(LongSupplier held) {
        memory = Optional.of(held);
    }

    synchronized long runningNanos() {
        return before.nanos() + now.nanos();
    }

    synchronized void exceeded(String why) {
        if (!exceeded) {
            exceeded = true;
            cut.accept(why);
        }
    }
}
