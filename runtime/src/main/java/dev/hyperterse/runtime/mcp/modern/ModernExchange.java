package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.call.Asked;
import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.call.ClientReply;
import dev.hyperterse.runtime.call.ClientRequest;
import dev.hyperterse.runtime.mcp.Exchange;
import dev.hyperterse.runtime.mcp.PostedObject;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a call of the modern era has with its client.
 *
 * @param params of its request, with what the client answers to an earlier question
 */
record ModernExchange(PostedObject params, OpenStreams streams) implements Exchange {
    @Override
    public Optional<ClientMemory> memory() {
        return Optional.empty();
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return streams.updated(namespace, uri);
    }

    @Override
    public Asked ask(ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(new ClientReply.Failed("the client cannot be asked: this server does not do that with protocol "
                + ModernEra.VERSION + " yet"));
        return Asked.NOTHING;
    }
}
