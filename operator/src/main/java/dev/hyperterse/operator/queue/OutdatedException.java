package dev.hyperterse.operator.queue;

/**
 * What the work was based on has changed in the meantime. That is ordinary, and no failure of anything: the work is done
 * again, on what is known then.
 */
public final class OutdatedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OutdatedException(String message) {
        super(message, null, false, false);
    }
}
