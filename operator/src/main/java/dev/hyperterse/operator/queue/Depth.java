package dev.hyperterse.operator.queue;

/** The depth of one queue. */
public interface Depth {
    /** As the series of its depth is labelled. */
    String name();

    /** How many keys are worked on, wait, or were worked on a moment ago. */
    int size();
}
