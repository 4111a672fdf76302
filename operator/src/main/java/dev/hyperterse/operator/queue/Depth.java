package dev.hyperterse.operator.queue;

/** How much there is to do of one kind of work. */
public interface Depth {
    /** As the series of its depth is labelled. */
    String name();

    /** How many keys are worked on, wait, or were worked on a moment ago. */
    int size();
}
