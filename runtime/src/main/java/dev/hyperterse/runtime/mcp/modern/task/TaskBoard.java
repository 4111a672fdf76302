package dev.hyperterse.runtime.mcp.modern.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A place where the replicas of a server tell each other of their tasks. Texts are sealed. Each method blocks for a bounded
 * time, and does nothing while the place does not answer.
 */
public interface TaskBoard {
    /** Shows nothing to anybody. */
    TaskBoard NONE = new TaskBoard() {
        @Override
        public boolean isShared() {
            return false;
        }

        @Override
        public List<String> show(String task, String state, Duration keep) {
            return List.of();
        }

        @Override
        public void remove(String task) {}

        @Override
        public Optional<String> look(String task) {
            return Optional.empty();
        }

        @Override
        public boolean send(String task, String message) {
            return false;
        }
    };

    /** Whether other replicas see it, as far as is known. */
    boolean isShared();

    /**
     * Shows the state of a task.
     *
     * @return the messages that were sent to the task since
     */
    List<String> show(String task, String state, Duration keep);

    void remove(String task);

    /** The state of a task; empty where it is not shown. */
    Optional<String> look(String task);

    /** @return false where the task is not shown, or has too many messages already */
    boolean send(String task, String message);
}
