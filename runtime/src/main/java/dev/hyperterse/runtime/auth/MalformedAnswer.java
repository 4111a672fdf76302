package dev.hyperterse.runtime.auth;

/** What a plugin's script returned is not what it is to return. Its message quotes nothing of it. */
final class MalformedAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedAnswer(String message) {
        super(message, null, false, false);
    }
}
