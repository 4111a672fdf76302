package dev.hyperterse.operator.queue;

import java.time.Duration;

/** The time and the threads of a queue. */
public interface Timer {
    /** Like {@link System#nanoTime}. */
    long nanos();

    /** Runs it at once, beside the caller. */
    void run(Runnable work);

    /** Runs something short after a while. */
    void after(Duration wait, Runnable signal);

    /** Whether nothing begins any more; what fails then was cut off. */
    boolean stopped();
}
