package dev.hyperterse.runtime.script;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** The resources that one run has used, over all its turns. */
final class ScriptUsage {
    private static final long NOT_RUNNING = -1;
    private static final Used NOTHING = new Used(0, 0);

    /** Processor time in which a thread has long replaced the buffer that it was replacing. */
    private static final long PROGRESS = TimeUnit.MICROSECONDS.toNanos(10);

    private final Consumer<String> cut;
    private Used before = NOTHING;
    private Used now = NOTHING;
    private Used last = NOTHING;
    private Used atBegin = NOTHING;
    private long thread = NOT_RUNNING;
    private Optional<LongSupplier> memory = Optional.empty();
    private boolean exceeded;

    /** @param cut ends the run, and says why; must not block */
    ScriptUsage(Consumer<String> cut) {
        this.cut = cut;
    }

    /** Bytes allocated, and time on a processor, which is read first. */
    record Used(long allocated, long nanos) {
        Used plus(Used other) {
            return new Used(allocated + other.allocated, nanos + other.nanos);
        }

        Used minus(Used other) {
            return new Used(Math.max(0, allocated - other.allocated), Math.max(0, nanos - other.nanos));
        }
    }

    /** @param ofThread what a thread has used since it exists */
    synchronized void begin(long threadId, LongFunction<Used> ofThread) {
        thread = threadId;
        atBegin = ofThread.apply(threadId);
    }

    /** Called by the thread itself, of which the JVM then reads exactly what it has used. */
    synchronized void end(LongFunction<Used> ofThread) {
        if (thread != NOT_RUNNING) {
            before = before.plus(ofThread.apply(thread).minus(atBegin));
        }
        now = NOTHING;
        last = NOTHING;
        thread = NOT_RUNNING;
    }

    /**
     * Reads what the thread has used by now. A reading of what another thread has allocated can be too high by gigabytes
     * when that replaces its allocation buffer at this moment, so the lower of two counts, between which it went on: from
     * after the first to before the second, as it may go on beside a reading.
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

    /** From now on what the run holds counts, and not what its threads have allocated. */
    synchronized void countBy(LongSupplier held) {
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
