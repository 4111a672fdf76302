package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.Client;
import dev.hyperterse.runtime.call.LoggingLevel;
import java.util.Optional;

/** The client of a request, as its era knows it: a session is one way to know it. */
public interface KnownClient {
    /** A client of which only the request is known. */
    KnownClient UNKNOWN = new KnownClient() {
        @Override
        public Optional<LoggingLevel> level() {
            return Optional.empty();
        }

        @Override
        public Optional<Object> key() {
            return Optional.empty();
        }
    };

    /** The lowest level of log messages that it receives; empty for none. */
    Optional<LoggingLevel> level();

    /** What it says of itself; empty where it has said nothing. */
    default Optional<Client.About> about() {
        return Optional.empty();
    }

    /** Whether it ends a request by ending the connection that this came on. */
    default boolean endsByDisconnecting() {
        return false;
    }

    /** What distinguishes its requests from those of other clients; empty where it cannot name one of them later. */
    Optional<Object> key();
}
