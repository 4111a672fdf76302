package dev.hyperterse.calls.question;

/** An author's question is not valid. The message names the member, the problem, and what to write instead. */
public final class MalformedQuestion extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedQuestion(String message) {
        super(message, null, false, false);
    }
}
