package dev.hyperterse.runtime.connector;

/** Settings that no connection can be made from, whatever the engine says; the message names no value. */
final class UnusableSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableSettings(String message) {
        super(message, null, false, false);
    }
}
