package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import java.util.Optional;

/** The data that the era has about the client of a request, such as its session. */
public interface KnownClient {
    /** A client of which only the request is known. */
    KnownClient UNKNOWN = new KnownClient() {};

    /** The lowest level of log messages that it receives; empty for none. */
    default Optional<LoggingLevel> level() {
        return Optional.empty();
    }

    /** The client's information about itself; empty where it has sent none. */
    default Optional<Client.About> about() {
        return Optional.empty();
    }

    /** Whether a disconnect cancels its requests. */
    default boolean endsByDisconnecting() {
        return false;
    }

    /** The key that identifies the client in cancellations; empty where it cannot cancel by id. */
    default Optional<Object> key() {
        return Optional.empty();
    }
}
