package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.RequestCheck;
import dev.hyperterse.runtime.mcp.ServerRequest;
import dev.hyperterse.runtime.mcp.SessionEra;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReport;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.KnownClient;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.call.SentProgress;
import dev.hyperterse.runtime.mcp.legacy.LegacyRequests.Method;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.util.List;
import java.util.Optional;

/** MCP 2024-11-05 to 2025-11-25: finds the session of a message, and hands requests to {@link LegacyRequests}. */
public final class LegacyEra implements SessionEra {
    private final SessionRegistry sessions;
    private final ListeningStreams streams;
    private final InFlightCalls inFlight;
    private final DeadlineTimer deadlines;
    private final LegacyRequests requests;
    private final ClientRequests clientRequests;
    private final BufferBudget budget;
    private final McpObserver observer;
    private final LegacyErrors errors = new LegacyErrors();

    public LegacyEra(
            SessionRegistry sessions,
            ListeningStreams streams,
            Methods methods,
            InFlightCalls inFlight,
            ClientRequests clientRequests,
            DeadlineTimer deadlines,
            BufferBudget budget,
            McpObserver observer) {
        this.sessions = sessions;
        this.streams = streams;
        this.inFlight = inFlight;
        this.clientRequests = clientRequests;
        this.deadlines = deadlines;
        this.budget = budget;
        this.observer = observer;
        this.requests = new LegacyRequests(
                new Initialize(sessions), new ResourceSubscriptions(methods.results(), methods.resources()), methods);
    }

    @Override
    public boolean recognizes(String version) {
        return ProtocolVersion.find(version).isPresent();
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        var session = Optional.<Session>empty();
        if (caller.sessionId().isPresent() && !message.isSpelled(Member.METHOD, Method.INITIALIZE.spelling())) {
            session = session(caller, live);
            if (session.isEmpty()) {
                return ErrorAnswers.of(message, errors.unknownSession());
            }
        }
        return answer(call(message, caller, session, live, stream, Optional.empty()), session);
    }

    @Override
    public Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream) {
        var session = session(caller, live);
        if (caller.sessionId().isPresent() && session.isEmpty()) {
            return ErrorAnswers.unaddressed(errors.unknownSession());
        }
        var version = caller.protocolVersion()
                .flatMap(ProtocolVersion::find)
                .or(() -> session.map(found -> found.ticket().version()))
                .orElse(ProtocolVersion.ASSUMED);
        if (!version.batches()) {
            return ErrorAnswers.unaddressed(RpcError.badRequest(
                    RpcError.INVALID_REQUEST, "Invalid request: protocol " + version.spelling() + " has no batches"));
        }
        try (var scope = CallScope.open(
                deadlines,
                TimeLimit.of("limits.callTimeout", live.settings().limits().callTimeoutMillis()))) {
            stream.onDisconnect(() -> scope.end(CallScope.End.CLIENT));
            var batch = new Batch(budget, scope);
            return batch.answer(messages, message -> {
                var refused = refusedInBatch(message);
                return refused.isPresent()
                        ? ErrorAnswers.of(message, refused.get())
                        : batch.late(message)
                                .orElseGet(() -> answer(
                                        call(message, caller, session, live, stream, Optional.of(scope)), session));
            });
        }
    }

    /** The checks of a single message, and of its place in a batch. */
    private static Optional<RpcError> refusedInBatch(PostedMessage message) {
        return RequestCheck.unusable(message).or(() -> Batch.refused(message));
    }

    @Override
    public Listening listen(Caller caller, LiveCatalog live, int most) {
        var session = session(caller, live);
        if (session.isEmpty()) {
            return new Listening.Refused(ErrorAnswers.unaddressed(unknownSession(caller)));
        }
        var limit = Math.min(live.settings().limits().streams(), most);
        return streams.open(session.get(), caller.principal(), caller.until(), limit)
                .<Listening>map(Listening.Open::new)
                .orElseGet(Listening.Full::new);
    }

    @Override
    public Ending end(Caller caller, LiveCatalog live) {
        var session = session(caller, live);
        if (session.isEmpty()) {
            return new Ending.Refused(ErrorAnswers.unaddressed(unknownSession(caller)));
        }
        caller.sessionId().ifPresent(id -> sessions.end(id, session.get()));
        streams.end(session.get());
        clientRequests.end(session.get().ticket().id());
        return new Ending.Ended();
    }

    @Override
    public void beginShutdown() {
        clientRequests.close();
    }

    private RpcError unknownSession(Caller caller) {
        return caller.sessionId().isPresent()
                ? errors.unknownSession()
                : RpcError.badRequest(RpcError.INVALID_REQUEST, "Invalid request: Mcp-Session-Id is missing");
    }

    private Optional<Session> session(Caller caller, LiveCatalog live) {
        return caller.sessionId()
                .flatMap(id -> sessions.find(
                        id,
                        PrincipalHash.of(caller.principal()),
                        live.settings().sessions()));
    }

    private Call call(
            PostedMessage message,
            Caller caller,
            Optional<Session> session,
            LiveCatalog live,
            CallStream stream,
            Optional<CallScope> batch) {
        var known = session.<KnownClient>map(found -> found).orElse(KnownClient.UNKNOWN);
        return new Call(
                message,
                caller,
                known,
                errors,
                ResultFrame.NONE,
                live,
                live.seenBy(caller.principal()),
                stream,
                batch,
                new LegacyExchange(
                        session,
                        stream,
                        batch.isPresent(),
                        Math.max(1, live.settings().limits().concurrentCalls() / 2),
                        clientRequests,
                        streams),
                new SentProgress(),
                new CallReport());
    }

    private Answer answer(Call call, Optional<Session> session) {
        return switch (call.message().kind()) {
            case REQUEST -> request(call, session);
            case NOTIFICATION -> {
                notification(call, session);
                yield new Answer.Nothing();
            }
            case RESPONSE -> response(call.message(), session);
        };
    }

    /** The response of a client to a request of a call. If no call waits for it, the client gets an error. */
    private Answer response(PostedMessage message, Optional<Session> session) {
        var awaited = session.filter(client -> clientRequests.answer(
                client.ticket().id(), ServerRequest.repliesTo(message), ServerRequest.reply(message)));
        return awaited.isPresent() ? new Answer.Nothing() : ServerRequest.notAwaited();
    }

    private Answer request(Call call, Optional<Session> session) {
        long began = System.nanoTime();
        var method = Method.of(call.message());
        var answer = guarded(call, session, method);
        observer.answered(method.spelling(), answer instanceof Answer.Failed, System.nanoTime() - began);
        return answer;
    }

    /** An internal error ends one request; the client gets no details. */
    private Answer guarded(Call call, Optional<Session> session, Method method) {
        try {
            if (method != Method.INITIALIZE) {
                call.stream().calling();
            }
            return requests.answer(call, session, method);
        } catch (CallFailure failure) {
            return call.failed(errors.callFailed(failure.getMessage()));
        } catch (RuntimeException fault) {
            observer.internalError(method.spelling(), fault);
            return call.failed(RpcError.of(RpcError.INTERNAL_ERROR, "Internal error"));
        }
    }

    private void notification(Call call, Optional<Session> session) {
        if (call.message().isSpelled(Member.METHOD, "notifications/cancelled")) {
            session.ifPresent(known -> cancel(known, call.params()));
        }
        // initialized, progress and roots/list_changed have no effect here; unknown notifications must be ignored.
    }

    private void cancel(Session session, PostedObject params) {
        params.find("requestId")
                .filter(id -> id.length() <= PostedMessage.MAX_ID_BYTES)
                .ifPresent(id -> inFlight.cancel(session.ticket().id(), id.raw()));
    }
}
