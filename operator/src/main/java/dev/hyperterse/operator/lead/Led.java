package dev.hyperterse.operator.lead;

import dev.hyperterse.operator.publish.Leadership;

/** What happens while this process leads. Both are called by one thread, in turns. */
public interface Led {
    /** @param leadership ends with this turn: it never speaks for a later one of the same process */
    void begin(Leadership leadership);

    /** The turn is over: given back, lost, or the lease could not be renewed in time. */
    void end();
}
