package dev.hyperterse.engines.redis;

/** The result of a command on one connection. */
sealed interface CommandAttempt {
    /** Its result is written. */
    record Answered(int rows) implements CommandAttempt {}

    /** The engine refused the command with an error; the reply was read completely. */
    record Refused(ErrorReply reply, NodeAddress by) implements CommandAttempt {}

    /** There was no connection, or it was closed before anything was sent. */
    record NotSent() implements CommandAttempt {}

    /** The connection was lost after the command was sent. */
    record Lost() implements CommandAttempt {}
}
