package dev.hyperterse.runtime.script;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** What one run has used, over all turns in which it was running. */
final class ScriptUsage {
    private static final long NOT_RUNNING = -1;
    private static final Used NOTHING = new Used(0, 0);

    private final Consumer<String> cut;
    private Used before = NOTHING;
    private Used now = NOTHING;
    private Used atBegin = NOTHING;
    private long thread = NOT_RUNNING;
    private Optional<LongSupplier> memory = Optional.empty();
    private boolean exceeded;

    /** @param cut ends the run, and says why; must not block */
    ScriptUsage(Consumer<String> cut) {
        this.cut = cut;
    }

    /** Bytes allocated, and time on a processor. */
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

    synchronized void end(LongFunction<Used> ofThread) {
        look(ofThread);
        before = before.plus(now);
        now = NOTHING;
        thread = NOT_RUNNING;
    }

    synchronized void look(LongFunction<Used> ofThread) {
        if (thread != NOT_RUNNING) {
            now = ofThread.apply(thread).minus(atBegin);
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
