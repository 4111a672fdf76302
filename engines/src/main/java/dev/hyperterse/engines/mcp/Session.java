package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.engines.mcp.message.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The era that a server speaks, and its session where the era has sessions. */
sealed interface Session {
    String MODERN_VERSION = "2026-07-28";

    /** The headers that are the same in each request. */
    List<Header> headers();

    /** The names of what the server declares that it can do. */
    Set<String> capabilities();

    /** Whether the server says, as the protocol wants it, that it does not know the session or the era. */
    default boolean isUnknown(Reply.Refusal refusal) {
        return refusal.isOfProtocol()
                || this instanceof Legacy legacy
                        && legacy.id().isPresent()
                        && refusal.response().status() == 404;
    }

    /** The era without sessions. */
    record Modern(Set<String> capabilities) implements Session {
        private static final List<Header> HEADERS = List.of(new Header("mcp-protocol-version", MODERN_VERSION));

        @Override
        public List<Header> headers() {
            return HEADERS;
        }
    }

    /**
     * A session.
     *
     * @param id absent where the server keeps none
     */
    record Legacy(String version, Optional<String> id, Set<String> capabilities) implements Session {
        @Override
        public List<Header> headers() {
            var spoken = new Header("mcp-protocol-version", version);
            return id.isPresent() ? List.of(spoken, new Header("mcp-session-id", id.get())) : List.of(spoken);
        }
    }

    /** Before a session has begun. */
    record None() implements Session {
        @Override
        public Set<String> capabilities() {
            return Set.of();
        }

        @Override
        public List<Header> headers() {
            return List.of();
        }
    }
}
