package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import java.util.function.Consumer;

/**
 * The client of a program, for the tools that the program calls. It is not asked: a client that answers between rounds
 * would make the program run again, with all that it has changed.
 */
record UnaskedClient(Client sender, String tool) implements ClientOfTools {
    @Override
    public boolean isAskable(ClientRequest.Method method) {
        return false;
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(new ClientReply.Failed(
                "no user is asked while a program runs; call the tool '%s' by itself".formatted(tool)));
        return PendingRequest.NONE;
    }
}
