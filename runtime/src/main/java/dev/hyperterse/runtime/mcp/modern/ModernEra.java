package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.Era;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReport;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.call.SentProgress;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.modern.ModernRequests.Method;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import java.util.Optional;

/** MCP 2026-07-28: validates the metadata of each request and passes it to {@link ModernRequests}. */
public final class ModernEra implements Era {
    public static final String VERSION = "2026-07-28";

    private final Methods methods;
    private final InFlightCalls inFlight;
    private final Rounds rounds;
    private final McpObserver observer;
    private final OpenStreams streams;
    private final Subscriptions subscriptions;
    private final ServerFrames frames;
    private final ModernRequests requests;
    private final ModernErrors errors = new ModernErrors();

    /** @param subscribed limits the URIs of resources that streams subscribe to */
    public ModernEra(
            ServedVersions served,
            Methods methods,
            InFlightCalls inFlight,
            Rounds rounds,
            OpenStreams streams,
            TextQuota subscribed,
            McpObserver observer) {
        this.methods = methods;
        this.inFlight = inFlight;
        this.rounds = rounds;
        this.observer = observer;
        this.streams = streams;
        this.frames = new ServerFrames(served);
        this.subscriptions = new Subscriptions(streams, methods.resources(), subscribed);
        this.requests = new ModernRequests(frames, methods, subscriptions);
    }

    @Override
    public boolean recognizes(String version) {
        return VERSION.equals(version);
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        return switch (message.kind()) {
            case REQUEST -> request(message, caller.withoutSession(), live, stream);
            case NOTIFICATION -> {
                notification(message, caller);
                yield new Answer.Nothing();
            }
            case RESPONSE ->
                ErrorAnswers.of(
                        message,
                        RpcError.badRequest(
                                RpcError.INVALID_REQUEST,
                                "Invalid request: protocol " + VERSION + " has no responses of clients"));
        };
    }

    private Answer request(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        long began = System.nanoTime();
        var method = Method.of(message);
        var answer = RequestMetadata.fault(message, caller)
                .map(fault -> ErrorAnswers.of(message, fault))
                .orElseGet(() -> round(message, caller, live, stream, method));
        observer.answered(method.spelling(), answer instanceof Answer.Failed, System.nanoTime() - began);
        return answer;
    }

    private Answer round(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream, Method method) {
        var begun = rounds.begin(message, caller);
        try (var exchange = new ModernExchange(begun.round(), rounds, methods.results(), frames, streams)) {
            return guarded(call(message, caller, live, stream, exchange), method, begun.fault());
        }
    }

    private Call call(
            PostedMessage message, Caller caller, LiveCatalog live, CallStream stream, ModernExchange exchange) {
        return new Call(
                message,
                caller,
                new ModernClient(message, caller.pipe()),
                errors,
                frames.of(live),
                live,
                live.seenBy(caller.principal()),
                stream,
                Optional.empty(),
                exchange,
                new SentProgress(),
                new CallReport());
    }

    /** An internal error ends one request; the client gets no details. */
    private Answer guarded(Call call, Method method, Optional<RpcError> unusable) {
        try {
            if (unusable.isPresent()) {
                return requests.refused(call, method, unusable.get());
            }
            if (method != Method.SUBSCRIPTIONS_LISTEN) {
                call.stream().calling();
            }
            return requests.answer(call, method);
        } catch (CallFailure failure) {
            return call.failed(errors.callFailed(failure.getMessage()));
        } catch (RuntimeException fault) {
            observer.internalError(method.spelling(), fault);
            return call.failed(RpcError.of(RpcError.INTERNAL_ERROR, "Internal error"));
        }
    }

    /** Cancels a request of a client whose requests share a pipe; other clients cancel by disconnecting. */
    private void notification(PostedMessage message, Caller caller) {
        if (message.isSpelled(Member.METHOD, "notifications/cancelled")) {
            caller.pipe().ifPresent(pipe -> cancel(pipe, message.object(Member.PARAMS)));
        }
    }

    private void cancel(Object pipe, PostedObject params) {
        params.find("requestId")
                .filter(id -> id.length() <= PostedMessage.MAX_ID_BYTES)
                .map(PostedObject::raw)
                .ifPresent(id -> {
                    inFlight.cancel(pipe, id);
                    subscriptions.cancel(pipe, id);
                });
    }
}
