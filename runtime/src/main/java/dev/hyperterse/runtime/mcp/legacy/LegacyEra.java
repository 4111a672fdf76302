package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.Call;
import dev.hyperterse.runtime.mcp.CallStream;
import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.Completions;
import dev.hyperterse.runtime.mcp.EntryTools;
import dev.hyperterse.runtime.mcp.InFlightCalls;
import dev.hyperterse.runtime.mcp.KnownClient;
import dev.hyperterse.runtime.mcp.Lists;
import dev.hyperterse.runtime.mcp.McpObserver;
import dev.hyperterse.runtime.mcp.Member;
import dev.hyperterse.runtime.mcp.MessageScanner;
import dev.hyperterse.runtime.mcp.MessageScanner.Posted;
import dev.hyperterse.runtime.mcp.PostedMessage;
import dev.hyperterse.runtime.mcp.PostedObject;
import dev.hyperterse.runtime.mcp.Prompts;
import dev.hyperterse.runtime.mcp.Resources;
import dev.hyperterse.runtime.mcp.Results;
import dev.hyperterse.runtime.mcp.Rpc;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.mcp.ToolCalls;
import dev.hyperterse.runtime.mcp.ToolRun;
import dev.hyperterse.runtime.mcp.legacy.LegacyRequests.Method;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import dev.hyperterse.runtime.memory.BufferBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * MCP 2024-11-05 to 2025-11-25, one posted body at a time. Checks what holds for all messages, finds the session, and
 * hands requests to {@link LegacyRequests}.
 */
public final class LegacyEra {
    private static final RpcError SESSION_NOT_FOUND =
            new RpcError(404, RpcError.SESSION_NOT_FOUND, "Session not found", Map.of());

    private final LiveCatalogs catalogs;
    private final SessionRegistry sessions;
    private final InFlightCalls inFlight;
    private final DeadlineWheel deadlines;
    private final LegacyRequests requests;
    private final BufferBudget budget;
    private final McpObserver observer;

    public LegacyEra(
            LiveCatalogs catalogs,
            SessionRegistry sessions,
            CursorSeal cursors,
            DeadlineWheel deadlines,
            BufferBudget budget,
            McpObserver observer) {
        this.catalogs = catalogs;
        this.sessions = sessions;
        this.inFlight = new InFlightCalls(deadlines);
        this.deadlines = deadlines;
        this.budget = budget;
        this.observer = observer;
        var results = new Results(budget);
        var run = new ToolRun(inFlight, budget, observer);
        this.requests = new LegacyRequests(
                new Initialize(sessions),
                new Lists(results, cursors),
                new ToolCalls(new EntryTools(run, results), run),
                new Prompts(results),
                new Resources(results, run),
                new Subscriptions(results),
                new Completions(results),
                results);
    }

    /** Answers a body, {@code [0, length)} of the array; never throws for what a client sent. */
    public Answer post(byte[] body, int length, Caller caller, CallStream stream) {
        var live = catalogs.current();
        if (live.isEmpty()) {
            return Rpc.error(
                    Optional.empty(), new RpcError(503, RpcError.CALL_FAILED, "the server is starting", Map.of()));
        }
        return switch (MessageScanner.scan(body, length)) {
            case Posted.Malformed(int code, var explanation) ->
                Rpc.error(Optional.empty(), RpcError.badRequest(code, explanation));
            case Posted.Single(var message) -> single(message, caller, live.get(), stream);
            case Posted.Batch(var messages) -> batch(messages, caller, live.get(), stream);
        };
    }

    /** The session of a GET or DELETE; empty when there is none such. */
    public Optional<Session> session(Caller caller) {
        return catalogs.current().flatMap(live -> session(caller, live));
    }

    /** The client takes its leave. */
    public void end(Caller caller, Session session) {
        caller.sessionId().ifPresent(id -> sessions.end(id, session));
    }

    /** How many calls run. */
    public int running() {
        return inFlight.running();
    }

    /** Ends all calls, for a shutdown that has waited long enough. */
    public void cancelAll() {
        inFlight.endAll();
    }

    /** An error of the transport, as clients of JSON-RPC want to read it. */
    public static Answer refusal(int httpStatus, int code, String message) {
        return Rpc.error(Optional.empty(), new RpcError(httpStatus, code, message, Map.of()));
    }

    /** What is wrong with the version header of a request without a body to look into. */
    public static Optional<Answer> versionRefusal(Caller caller) {
        return caller.protocolVersion()
                .filter(LegacyEra::isUnknown)
                .map(version -> Rpc.error(Optional.empty(), unsupported(version)));
    }

    private Answer single(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        var session = Optional.<Session>empty();
        var refused = refused(message, caller);
        if (refused.isPresent()) {
            return Rpc.error(Optional.of(message), refused.get());
        }
        if (caller.sessionId().isPresent() && !message.isSpelled(Member.METHOD, Method.INITIALIZE.spelling())) {
            session = session(caller, live);
            if (session.isEmpty()) {
                return Rpc.error(Optional.of(message), SESSION_NOT_FOUND);
            }
        }
        return answer(call(message, caller, session, live, stream, Optional.empty()), session);
    }

    private Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream) {
        var session = session(caller, live);
        if (caller.sessionId().isPresent() && session.isEmpty()) {
            return Rpc.error(Optional.empty(), SESSION_NOT_FOUND);
        }
        var version = caller.protocolVersion()
                .flatMap(ProtocolVersion::find)
                .or(() -> session.map(found -> found.ticket().version()))
                .orElse(ProtocolVersion.ASSUMED);
        if (!version.batches()) {
            return refusal(
                    400,
                    RpcError.INVALID_REQUEST,
                    "Invalid request: protocol " + version.spelling() + " has no batches");
        }
        try (var scope = CallScope.open(deadlines, live.settings().limits().callTimeoutMillis())) {
            stream.onDisconnect(() -> scope.end(CallScope.End.CLIENT));
            var batch = new Batch(budget, scope);
            return batch.answer(messages, message -> {
                var refused = refused(message, caller).or(() -> Batch.refused(message));
                return refused.isPresent()
                        ? Rpc.error(Optional.of(message), refused.get())
                        : batch.late(message)
                                .orElseGet(() -> answer(
                                        call(message, caller, session, live, stream, Optional.of(scope)), session));
            });
        }
    }

    private Optional<Session> session(Caller caller, LiveCatalog live) {
        return caller.sessionId()
                .flatMap(id -> sessions.find(
                        id,
                        PrincipalHash.of(caller.principal()),
                        live.settings().sessions()));
    }

    /** What makes a message unusable before anybody asks what it wants. */
    private static Optional<RpcError> refused(PostedMessage message, Caller caller) {
        var fault = message.fault();
        if (fault.isPresent()) {
            return Optional.of(RpcError.badRequest(RpcError.INVALID_REQUEST, "Invalid request: " + fault.get()));
        }
        if (message.has(Member.PROTOCOL_VERSION) && !message.isString(Member.PROTOCOL_VERSION)) {
            return Optional.of(RpcError.badRequest(
                    RpcError.INVALID_PARAMS,
                    "Invalid params: '" + Member.PROTOCOL_VERSION.spelling() + "' must be a string"));
        }
        return Optional.of(message)
                .filter(metadata -> metadata.has(Member.PROTOCOL_VERSION))
                .map(metadata -> metadata.string(Member.PROTOCOL_VERSION))
                .filter(LegacyEra::isUnknown)
                .or(() -> caller.protocolVersion().filter(LegacyEra::isUnknown))
                .map(LegacyEra::unsupported);
    }

    private static boolean isUnknown(String version) {
        return ProtocolVersion.find(version).isEmpty();
    }

    private static RpcError unsupported(String version) {
        return new RpcError(
                400,
                RpcError.UNSUPPORTED_PROTOCOL_VERSION,
                "Unsupported protocol version",
                Map.of("supported", ProtocolVersion.supported(), "requested", version));
    }

    private static Call call(
            PostedMessage message,
            Caller caller,
            Optional<Session> session,
            LiveCatalog live,
            CallStream stream,
            Optional<CallScope> batch) {
        var known = session.<KnownClient>map(found -> found).orElse(KnownClient.UNKNOWN);
        return new Call(message, caller.principal(), known, live, stream, batch);
    }

    private Answer answer(Call call, Optional<Session> session) {
        return switch (call.message().kind()) {
            case REQUEST -> request(call, session);
            case NOTIFICATION -> {
                notification(call, session);
                yield new Answer.Nothing();
            }
            // This server asks its clients nothing yet, so nobody waits for an answer.
            case RESPONSE -> new Answer.Nothing();
        };
    }

    private Answer request(Call call, Optional<Session> session) {
        long began = System.nanoTime();
        var method = Method.of(call.message());
        var answer = guarded(call, session, method);
        observer.answered(method.spelling(), answer instanceof Answer.Failed, System.nanoTime() - began);
        return answer;
    }

    /** A fault of ours ends one request, and tells its client nothing. */
    private Answer guarded(Call call, Optional<Session> session, Method method) {
        try {
            if (method != Method.INITIALIZE) {
                call.stream().calling();
            }
            return requests.answer(call, session, method);
        } catch (CallFailure failure) {
            return call.failed(RpcError.of(RpcError.CALL_FAILED, failure.getMessage()));
        } catch (RuntimeException fault) {
            observer.broke(method.spelling(), fault);
            return call.failed(RpcError.of(RpcError.INTERNAL_ERROR, "Internal error"));
        }
    }

    private void notification(Call call, Optional<Session> session) {
        if (call.message().isSpelled(Member.METHOD, "notifications/cancelled")) {
            session.ifPresent(known -> cancel(known, call.params()));
        }
        // initialized, progress and roots/list_changed change nothing here; unknown ones are to be ignored.
    }

    private void cancel(Session session, PostedObject params) {
        params.find("requestId")
                .filter(id -> id.length() <= PostedMessage.MAX_ID_BYTES)
                .ifPresent(id -> inFlight.cancel(session.ticket().id(), id.raw()));
    }
}
