package dev.hyperterse.runtime.auth.script;

/** A plugin's script returned a value of another form than required. The message quotes nothing of it. */
final class MalformedAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedAnswer(String message) {
        super(message, null, false, false);
    }
}
