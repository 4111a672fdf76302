package dev.hyperterse.calls.question;

/** A reply of a client that does not match the request. The message continues "the answer of the client ...". */
public final class UnusableAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableAnswer(String message) {
        super(message, null, false, false);
    }
}
