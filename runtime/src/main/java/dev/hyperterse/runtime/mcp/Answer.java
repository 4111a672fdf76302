package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.mcp.stream.EventStream;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.Optional;

/** The response to a POST. Its sender releases it. */
public sealed interface Answer {
    int status();

    /** The body lies in {@code [0, length)} of this. */
    byte[] bytes();

    int length();

    void release();

    /**
     * Whether the client waits for it. Over HTTP every POST is answered; elsewhere, and in a batch, a notification that is
     * refused must not be.
     */
    default boolean isAwaited() {
        return true;
    }

    /** A header that only the answer to initialize has. */
    default Optional<String> sessionId() {
        return Optional.empty();
    }

    /** The seconds after which the same may succeed. */
    default Optional<Long> retryAfterSeconds() {
        return Optional.empty();
    }

    /** Nothing to say: a notification, a response, a call that its client cancelled. */
    record Nothing() implements Answer {
        private static final byte[] EMPTY = {};

        @Override
        public int status() {
            return 202;
        }

        @Override
        public byte[] bytes() {
            return EMPTY;
        }

        @Override
        public int length() {
            return 0;
        }

        @Override
        public boolean isAwaited() {
            return false;
        }

        @Override
        public void release() {
            // Holds nothing.
        }
    }

    /** Of its own memory: errors must be possible when the budget is exhausted. */
    record Failed(int status, byte[] bytes, boolean isAwaited, Optional<Long> retryAfterSeconds) implements Answer {
        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public void release() {
            // Holds nothing.
        }
    }

    /** A stream that has its place, and is written by the thread that opened it once nothing else of the request is held. */
    record Opened(EventStream stream) implements Answer {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public byte[] bytes() {
            return Nothing.EMPTY;
        }

        @Override
        public int length() {
            return 0;
        }

        @Override
        public boolean isAwaited() {
            return false;
        }

        @Override
        public void release() {
            // Holds nothing.
        }
    }

    /** A small result of its own memory. */
    record Small(byte[] bytes, Optional<String> sessionId) implements Answer {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public void release() {
            // Holds nothing.
        }
    }

    /** A result within the budget of the replica. */
    record Buffered(ResultBuffer buffer) implements Answer {
        @Override
        public int status() {
            return 200;
        }

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
