package dev.hyperterse.runtime.question;

/** The problem of an unusable answer of a client, as the end of a sentence about it. */
public final class UnusableAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableAnswer(String message) {
        super(message, null, false, false);
    }
}
