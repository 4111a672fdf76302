package dev.hyperterse.runtime.connector.redis;

/** The result of a command on one connection. */
sealed interface CommandAttempt {
    /** Its result is written. */
    record Answered(int rows) implements CommandAttempt {}

    /** The engine says why it has not run; the reply was read to its end. */
    record Refused(ErrorReply reply, NodeAddress by) implements CommandAttempt {}

    /** There was no connection, or it had ended before anything was sent. */
    record NotSent() implements CommandAttempt {}

    /** The connection ended after that. */
    record Lost() implements CommandAttempt {}
}
