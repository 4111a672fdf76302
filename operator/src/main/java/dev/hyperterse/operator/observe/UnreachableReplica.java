package dev.hyperterse.operator.observe;

/** A pod did not answer, or not as a replica does; it is asked again. */
final class UnreachableReplica extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreachableReplica(String message) {
        super(message);
    }

    UnreachableReplica(String message, Throwable cause) {
        super(message, cause);
    }
}
