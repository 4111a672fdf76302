package dev.hyperterse.runtime.call;

/** The client of a call, as far as its era knows it, and the way to tell it something before the answer. */
public interface Client {
    /** Tells how far the call is, if the client asked to be told. */
    void progress(int progress, String what);
}
