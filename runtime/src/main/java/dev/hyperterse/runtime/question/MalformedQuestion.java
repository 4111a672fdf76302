package dev.hyperterse.runtime.question;

/** An author asks for what a client cannot be asked: where it is, what is wrong, what to write instead. */
public final class MalformedQuestion extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedQuestion(String message) {
        super(message, null, false, false);
    }
}
