package dev.hyperterse.calls.context;

/** A request to a client, until its reply. */
@FunctionalInterface
public interface PendingRequest extends AutoCloseable {
    /** A request that already has its reply. */
    PendingRequest NONE = () -> {};

    /** Withdraws the request: later replies are refused, and the client is notified. */
    @Override
    void close();
}
