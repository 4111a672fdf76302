package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.call.Asked;
import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.call.ClientReply;
import dev.hyperterse.runtime.call.ClientRequest;
import dev.hyperterse.runtime.mcp.Exchange;
import dev.hyperterse.runtime.mcp.PostedObject;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * What a call of the modern era has with its client.
 *
 * @param params of its request, with what the client answers to an earlier question
 * @param updates notifies the subscribers of a resource of a namespace
 */
record ModernExchange(PostedObject params, BiPredicate<String, String> updates) implements Exchange {
    @Override
    public Optional<ClientMemory> memory() {
        return Optional.empty();
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return updates.test(namespace, uri);
    }

    @Override
    public Asked ask(ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(new ClientReply.Failed("the client cannot be asked: this server does not do that with protocol "
                + ModernEra.VERSION + " yet"));
        return Asked.NOTHING;
    }
}
