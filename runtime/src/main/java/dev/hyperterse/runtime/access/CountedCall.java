package dev.hyperterse.runtime.access;

/** A call that its rules have admitted, and that those of later calls see. */
public interface CountedCall {
    /** A call that no rule looks back at. */
    CountedCall NOWHERE = () -> {};

    /** Takes the call back, because it does not run. */
    void takeBack();
}
