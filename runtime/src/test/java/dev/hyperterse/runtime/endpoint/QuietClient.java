package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import tools.jackson.databind.node.ObjectNode;

/** A client that is shown nothing before the result. */
public interface QuietClient extends Client {
    @Override
    default void progress(Progress progress) {
        // Not shown.
    }

    @Override
    default boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    default void log(LoggingLevel level, ObjectNode data) {
        // Not shown.
    }
}
