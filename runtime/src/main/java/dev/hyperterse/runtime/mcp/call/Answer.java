package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import java.util.Optional;

/** The response to a POST. Its sender releases it. */
public sealed interface Answer {
    byte[] NO_BODY = {};

    default int status() {
        return 200;
    }

    /** The body is {@code [0, length)} of this array. */
    default byte[] bytes() {
        return NO_BODY;
    }

    default int length() {
        return bytes().length;
    }

    /** Gives back the memory of the body, if it has any of the budget. */
    default void release() {}

    /**
     * Whether the client expects it. Over HTTP every POST has a response; elsewhere, and in a batch, a refused
     * notification has none.
     */
    default boolean isAwaited() {
        return true;
    }

    /** The header that only the response to initialize has. */
    default Optional<String> sessionId() {
        return Optional.empty();
    }

    /** The seconds after which a retry may succeed. */
    default Optional<Long> retryAfterSeconds() {
        return Optional.empty();
    }

    /** No body: the response to a notification, to a response, or to a call that its client cancelled. */
    record Nothing() implements Answer {
        @Override
        public int status() {
            return 202;
        }

        @Override
        public boolean isAwaited() {
            return false;
        }
    }

    /** An error, outside of the budget: it must be possible when the budget is exhausted. */
    record Failed(int status, byte[] bytes, boolean isAwaited, Optional<Long> retryAfterSeconds) implements Answer {}

    /**
     * An admitted stream; the thread that opened it writes it after the memory of the request is released.
     *
     * @param mayHaveWaited whether its admission may have asked others
     */
    record Opened(EventStream stream, boolean mayHaveWaited) implements Answer {
        @Override
        public boolean isAwaited() {
            return false;
        }
    }

    /** A small result, outside of the budget. */
    record Small(byte[] bytes, Optional<String> sessionId) implements Answer {}

    /** A result within the budget of the replica. */
    record Buffered(ResultBuffer buffer) implements Answer {
        @Override
        public byte[] bytes() {
            return buffer.array();
        }

        @Override
        public int length() {
            return buffer.size();
        }

        @Override
        public void release() {
            buffer.release();
        }
    }
}
