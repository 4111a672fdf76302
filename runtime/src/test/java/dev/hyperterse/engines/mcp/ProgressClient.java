package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import java.util.Queue;
import tools.jackson.databind.node.ObjectNode;

/** A client that records the progress of its call. */
record ProgressClient(Queue<Progress> reported) implements Client {
    @Override
    public void progress(Progress progress) {
        reported.add(progress);
    }

    @Override
    public boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    public void log(LoggingLevel level, ObjectNode data) {}
}
