package dev.hyperterse.operator.queue;

/**
 * The input of the work has changed in the meantime. This is not a failure: the work is repeated with the newest input.
 */
public final class OutdatedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OutdatedException(String message) {
        super(message, null, false, false);
    }
}
