package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.runtime.mcp.call.KnownClient;
import java.util.Optional;

/** The client of a call that may become a task: from then on neither a disconnect nor the id of its request ends the call. */
record TaskClient(KnownClient known, Handover handover) implements KnownClient {
    @Override
    public Optional<LoggingLevel> level() {
        return known.level();
    }

    @Override
    public Optional<Client.About> about() {
        return known.about();
    }

    @Override
    public Optional<Object> key() {
        return handover.isDetached() ? Optional.empty() : known.key();
    }
}
