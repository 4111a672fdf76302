package dev.hyperterse.runtime.call;

/** A request to a client that waits for its reply. */
@FunctionalInterface
public interface Asked extends AutoCloseable {
    /** One that has its reply. */
    Asked NOTHING = () -> {};

    /** Withdraws the request: later replies are refused, and the client is notified. */
    @Override
    void close();
}
