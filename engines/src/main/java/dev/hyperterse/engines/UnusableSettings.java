package dev.hyperterse.engines;

/** Settings that no connection can be made from; the message names no value. */
public final class UnusableSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableSettings(String message) {
        super(message, null, false, false);
    }
}
