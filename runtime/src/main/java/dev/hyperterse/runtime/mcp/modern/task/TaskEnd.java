package dev.hyperterse.runtime.mcp.modern.task;

import java.util.Optional;

/** How a task has ended. */
public sealed interface TaskEnd {
    TaskStatus status();

    /** The bytes that are kept of it. */
    default int size() {
        return 0;
    }

    /** @param result of the call, as JSON; a tool that failed has one, too */
    record Completed(byte[] result) implements TaskEnd {
        @Override
        public TaskStatus status() {
            return TaskStatus.COMPLETED;
        }

        @Override
        public int size() {
            return result.length;
        }
    }

    /** @param error of JSON-RPC, as JSON @param message its text */
    record Failed(byte[] error, String message) implements TaskEnd {
        @Override
        public TaskStatus status() {
            return TaskStatus.FAILED;
        }

        @Override
        public int size() {
            return error.length + 2 * message.length();
        }
    }

    record Cancelled() implements TaskEnd {
        @Override
        public TaskStatus status() {
            return TaskStatus.CANCELLED;
        }
    }

    /** The state of a task that has ended so, or has not. */
    static TaskStatus status(Optional<TaskEnd> end, boolean asks) {
        return end.map(TaskEnd::status).orElse(asks ? TaskStatus.INPUT_REQUIRED : TaskStatus.WORKING);
    }
}
