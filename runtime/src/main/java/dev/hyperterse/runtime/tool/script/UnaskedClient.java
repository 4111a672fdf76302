package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.context.Progress;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client of a program, for the tools that the program calls. It is not asked: a client that answers between rounds
 * would make the program run again, with all that it has changed.
 */
record UnaskedClient(Client sender, String tool) implements Client {
    @Override
    public void progress(Progress progress) {
        // The client knows only its own call.
    }

    @Override
    public boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    public void log(LoggingLevel level, ObjectNode data) {
        // The client receives log messages of its own call only.
    }

    @Override
    public Optional<About> about() {
        return sender.about();
    }

    @Override
    public Optional<ClientMemory> memory() {
        return sender.memory();
    }

    @Override
    public NotifyResult updated(String namespace, String uri) {
        return sender.updated(namespace, uri);
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(new ClientReply.Failed(
                "no user is asked while a program runs; call the tool '%s' by itself".formatted(tool)));
        return PendingRequest.NONE;
    }
}
