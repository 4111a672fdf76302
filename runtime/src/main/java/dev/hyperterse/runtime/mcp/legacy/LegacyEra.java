package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.Sessions;
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
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.call.SentProgress;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.method.McpMethod;
import dev.hyperterse.runtime.mcp.method.MethodTable;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MCP 2024-11-05 to 2025-11-25: finds the session of a message, and answers its methods. */
public final class LegacyEra implements SessionEra {
    private final SessionRegistry sessions;
    private final ListeningStreams streams;
    private final InFlightCalls inFlight;
    private final DeadlineTimer deadlines;
    private final Methods methods;
    private final MethodTable table;
    private final ClientRequests clientRequests;
    private final BufferBudget budget;
    private final LegacyErrors errors = new LegacyErrors();

    public LegacyEra(
            SessionRegistry sessions,
            ListeningStreams streams,
            Methods methods,
            InFlightCalls inFlight,
            ClientRequests clientRequests,
            DeadlineTimer deadlines,
            BufferBudget budget) {
        this.sessions = sessions;
        this.streams = streams;
        this.inFlight = inFlight;
        this.clientRequests = clientRequests;
        this.deadlines = deadlines;
        this.budget = budget;
        this.methods = methods;
        var subscriptions = new ResourceSubscriptions(methods.results(), methods.resources());
        this.table = methods.table(Map.of(
                McpMethod.INITIALIZE, new Initialize(sessions)::answer,
                McpMethod.PING, methods.results()::empty,
                McpMethod.RESOURCES_SUBSCRIBE, subscriptions::subscribe,
                McpMethod.RESOURCES_UNSUBSCRIBE, subscriptions::unsubscribe,
                McpMethod.LOGGING_SET_LEVEL, this::setLevel));
    }

    @Override
    public boolean recognizes(String version) {
        return ProtocolVersion.find(version).isPresent();
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        var session = Optional.<Session>empty();
        if (caller.sessionId().isPresent() && !McpMethod.INITIALIZE.isMethodOf(message)) {
            session = session(caller, live);
            if (session.isEmpty()) {
                return ErrorAnswers.of(message, errors.unknownSession());
            }
        }
        return answer(call(message, caller, session, live, stream, Optional.empty()));
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
                                .orElseGet(
                                        () -> answer(call(message, caller, session, live, stream, Optional.of(scope))));
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
        return streams.open(session.get(), caller, limit)
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
        return caller.sessionId().flatMap(id -> sessions.find(id, caller.principal(), lifetime(caller, live)));
    }

    /** The session of a pipe is as old as the pipe: its client has no other way to begin another one. */
    private static Sessions lifetime(Caller caller, LiveCatalog live) {
        var sessions = live.settings().sessions();
        return caller.pipe().isEmpty() ? sessions : new Sessions(Long.MAX_VALUE, sessions.idleTimeoutMillis());
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
                        () -> session(caller, live).isPresent(),
                        stream,
                        batch.isPresent(),
                        Math.max(1, live.settings().limits().concurrentCalls() / 2),
                        clientRequests,
                        streams),
                new SentProgress(),
                new CallReport());
    }

    private Answer answer(Call call) {
        return switch (call.message().kind()) {
            case REQUEST ->
                table.observed(call.message(), method -> table.answer(call, method, paramsFault(call.message())));
            case NOTIFICATION -> {
                notification(call);
                yield new Answer.Nothing();
            }
            case RESPONSE -> response(call);
        };
    }

    private static Optional<RpcError> paramsFault(PostedMessage message) {
        return message.has(Member.PARAMS) && !message.isObject(Member.PARAMS)
                ? Optional.of(RpcError.invalidParams("'params' must be an object"))
                : Optional.empty();
    }

    /** Without a session there is nowhere to store the level; an empty result is harmless. */
    private Answer setLevel(Call call) {
        var level = call.params().text("level").flatMap(LoggingLevel::find);
        if (level.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'level' must be a level of syslog, such as \"info\""));
        }
        Session.of(call).ifPresent(client -> client.level(level.get()));
        return methods.results().empty(call);
    }

    /** The response of a client to a request of a call. If no call waits for it, the client gets an error. */
    private Answer response(Call call) {
        var reply = call.message();
        var awaited = Session.of(call)
                .filter(client -> clientRequests.answer(
                        client.ticket().id(), ServerRequest.repliesTo(reply), ServerRequest.reply(reply)));
        return awaited.isPresent() ? new Answer.Nothing() : ServerRequest.notAwaited();
    }

    private void notification(Call call) {
        if (call.message().isSpelled(Member.METHOD, "notifications/cancelled")) {
            Session.of(call).ifPresent(known -> cancel(known, call.params()));
        }
        // initialized, progress and roots/list_changed have no effect here; unknown notifications must be ignored.
    }

    private void cancel(Session session, PostedObject params) {
        params.find("requestId")
                .filter(id -> id.length() <= PostedMessage.MAX_ID_BYTES)
                .ifPresent(id -> inFlight.cancel(session.ticket().id(), id.raw()));
    }
}
