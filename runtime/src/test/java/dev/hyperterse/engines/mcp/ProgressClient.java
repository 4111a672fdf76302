package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.runtime.endpoint.QuietClient;
import java.util.Queue;

/** A client that records the progress of its call. */
record ProgressClient(Queue<Progress> reported) implements QuietClient {
    @Override
    public void progress(Progress progress) {
        reported.add(progress);
    }
}
