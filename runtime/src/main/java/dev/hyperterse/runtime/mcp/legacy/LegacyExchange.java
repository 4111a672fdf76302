package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.ServerRequest;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Exchange;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The exchange of a call by its session: requests go to the client on the stream of the call, and their replies are
 * posted.
 *
 * @param sessionLasts whether the registry still finds the session, which may have forgotten this object before it ended
 * @param inBatch whether the call is part of a batch, whose client reads nothing before the whole response
 * @param mostWaiting the limit of pending requests of a replica
 */
record LegacyExchange(
        Optional<Session> session,
        BooleanSupplier sessionLasts,
        CallStream stream,
        boolean inBatch,
        int mostWaiting,
        ClientRequests requests,
        ListeningStreams streams)
        implements Exchange {
    @Override
    public Optional<ClientMemory> memory() {
        return session.map(Session::values);
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return streams.updated(namespace, uri);
    }

    @Override
    public Optional<CallRounds> rounds() {
        return Optional.empty();
    }

    @Override
    public Optional<RpcError> fault(Call call, LiveTool tool) {
        return Optional.empty();
    }

    @Override
    public void runs(Leaf leaf) {
        // A call has one round in this era.
    }

    @Override
    public Answer inputRequired(Call call) {
        throw new IllegalStateException("a client of this era answers while its call runs");
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        var refusal = refusal(request.method());
        if (refusal.isPresent()) {
            reply.accept(refusal.get());
            return PendingRequest.NONE;
        }
        var begun = requests.begin(session.get().ticket().id(), mostWaiting, reply);
        if (begun.isEmpty()) {
            reply.accept(new ClientReply.Failed("busy: too many requests to clients are pending, try again"));
            return PendingRequest.NONE;
        }
        // Once it waits: a session that ends from now on ends its questions, and one that has ended sends no answer.
        if (!sessionLasts.getAsBoolean()) {
            begun.get().settle(ClientRequests.ENDED);
            return PendingRequest.NONE;
        }
        return send(request, begun.get());
    }

    private Optional<ClientReply> refusal(ClientRequest.Method method) {
        if (session.isEmpty()) {
            return Optional.of(new ClientReply.Failed("the client cannot be asked: it has no session"));
        }
        if (!session.get().declares(method.capability())) {
            return Optional.of(new ClientReply.Undeclared(method));
        }
        if (inBatch) {
            return Optional.of(new ClientReply.Failed("the client cannot be asked by a call in a batch"));
        }
        return stream.open()
                ? Optional.empty()
                : Optional.of(new ClientReply.Failed(
                        "the client cannot be asked: its request does not accept text/event-stream"));
    }

    private PendingRequest send(ClientRequest request, ClientRequests.Waiting waiting) {
        stream.onLost(() -> waiting.settle(lost()));
        // Another thread: the timer must not block on a slow client.
        waiting.onLate(() -> Thread.ofVirtual().name("late reply").start(() -> cancel(waiting)));
        stream.notice(ServerRequest.bytes(waiting.id(), request));
        if (!stream.open()) {
            waiting.settle(lost());
        }
        return () -> {
            if (waiting.withdraw()) {
                cancel(waiting);
            }
        };
    }

    private static ClientReply lost() {
        return new ClientReply.Failed("the connection of the client was lost before it answered");
    }

    /** Notifies the client, so that it closes its form. */
    private void cancel(ClientRequests.Waiting waiting) {
        stream.notice(ServerRequest.cancelled(waiting.id()));
    }
}
