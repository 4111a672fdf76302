package dev.hyperterse.runtime.mcp.modern.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A place where the replicas of a server tell each other of their tasks. Texts are sealed. Each method blocks for a bounded
 * time, and does nothing while the place does not answer.
 */
public interface TaskBoard {
    enum Fate {
        WAITS,
        TAKEN,
        /** It neither waits nor was taken: the place has lost it, or its replica could not read it. */
        LOST,
        /** The task is not shown any more, or the place does not answer. */
        UNKNOWN
    }

    /** Sent to a task on another replica. @param id without white space, like the text */
    record Message(String id, String text) {}

    /** A message that its replica is not given again. @param taken whether the state is the answer to it */
    record Done(String id, boolean taken) {}

    /** Whether other replicas see it. */
    boolean isShared();

    /** Whether it answers, as far as is known. */
    boolean answers();

    /**
     * Shows the state of a task.
     *
     * @return those that were sent to the task since; empty where the state is not shown
     */
    Optional<List<Message>> show(String task, String state, Duration keep, List<Done> done);

    /** Shows a task no more. @return false where it may still be shown */
    boolean remove(String task);

    /** The state of a task; empty where it is not shown. */
    Optional<String> look(String task);

    /** @return false where the task is not shown, or has too many messages already */
    boolean send(String task, Message message);

    Fate fate(String task, String message);
}
