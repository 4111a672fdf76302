package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.deadline.TimeLimit;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The client of a call, for the tools that a script or a program calls within it. It knows only its own call. */
sealed interface ClientOfTools extends Client permits CalledClient, UnaskedClient {
    Client sender();

    @Override
    default void progress(Progress progress) {
        // Only the script of the client's own call reports progress.
    }

    @Override
    default boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    default void log(LoggingLevel level, ObjectNode data) {
        // The client receives log messages of its own call only.
    }

    @Override
    default Optional<TimeLimit> taskLimit() {
        return sender().taskLimit();
    }

    @Override
    default Optional<About> about() {
        return sender().about();
    }

    @Override
    default boolean isAskable(ClientRequest.Method method) {
        return sender().isAskable(method);
    }

    @Override
    default Optional<ClientMemory> memory() {
        return sender().memory();
    }

    @Override
    default NotifyResult updated(String namespace, String uri) {
        return sender().updated(namespace, uri);
    }
}
