package dev.hyperterse.operator;

/** A part of what a leader does beside publishing: begins with a leadership and ends with it. */
public interface Duty extends AutoCloseable {
    /** Returns soon; what takes longer goes on beside it and tries again by itself. */
    void start();

    /** Nothing begins after it returns. What has begun may be cut off: the next leader does it again. */
    @Override
    void close();
}
