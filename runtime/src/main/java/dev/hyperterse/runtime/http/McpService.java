package dev.hyperterse.runtime.http;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.http.RequestBody.Read;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.mcp.legacy.LegacyEra;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import dev.hyperterse.runtime.mcp.stream.BoundedWrite;
import dev.hyperterse.runtime.memory.BufferBudget;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.Locale;

/** {@code /mcp}: who may ask, what the method means, and how the answer goes out. */
final class McpService implements Handler {
    private static final String MODERN = "2026-07-28";
    private static final String JSON = "application/json";
    private static final String EVENT_STREAM = "text/event-stream";

    private final Admission admission;
    private final LegacyEra legacy;
    private final ListeningStreams streams;
    private final int mostStreams;
    private final BufferBudget budget;
    private final SlowCalls slowCalls;
    private final Departure departure;

    McpService(
            Admission admission,
            LegacyEra legacy,
            ListeningStreams streams,
            int mostStreams,
            BufferBudget budget,
            SlowCalls slowCalls,
            Departure departure) {
        this.admission = admission;
        this.legacy = legacy;
        this.streams = streams;
        this.mostStreams = mostStreams;
        this.budget = budget;
        this.slowCalls = slowCalls;
        this.departure = departure;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        departure.asked(response);
        var live = admission.admit(request, response);
        if (live.isEmpty()) {
            return;
        }
        var settings = live.get().settings();
        switch (request.prologue().method().text()) {
            case "POST" -> post(settings, request, response);
            case "GET" -> listen(settings, request, response);
            case "DELETE" -> delete(request, response);
            case "OPTIONS" -> CrossOrigin.preflight(response);
            default -> notAllowed(request, response, Headers.ALLOW);
        }
    }

    private void post(ServerSettings settings, ServerRequest request, ServerResponse response) throws IOException {
        if (!isJson(request)) {
            Refusal.sendAndClose(
                    request,
                    response,
                    LegacyEra.refusal(
                            415, RpcError.INVALID_REQUEST, "Invalid request: Content-Type must be application/json"));
            return;
        }
        long limit = settings.limits().maxRequestSize();
        try (var body = new RequestBody(budget, limit)) {
            switch (body.read(request, request.headers().contentLength().orElse(-1))) {
                case Read.Whole(var bytes, int length) -> answer(bytes, length, request, response);
                case Read.TooLarge() ->
                    Refusal.sendAndClose(
                            request,
                            response,
                            LegacyEra.refusal(
                                    413, RpcError.INVALID_REQUEST, "Invalid request: larger than " + limit + " bytes"));
                case Read.NeverFits() ->
                    Refusal.sendAndClose(
                            request,
                            response,
                            LegacyEra.refusal(
                                    413,
                                    RpcError.INVALID_REQUEST,
                                    "Invalid request: larger than the memory of this replica for all requests; send"
                                            + " less, or raise limits.bufferSize and the memory limit of the pod"));
                case Read.NoRoom() -> {
                    response.header(Headers.RETRY_SOON);
                    Refusal.sendAndClose(
                            request,
                            response,
                            LegacyEra.refusal(
                                    503, RpcError.CALL_FAILED, "busy: the buffers of this replica are in use"));
                }
                case Read.Broken() ->
                    Refusal.sendAndClose(
                            request,
                            response,
                            LegacyEra.refusal(
                                    400,
                                    RpcError.INVALID_REQUEST,
                                    "Invalid request: its body ends early, or has chunks with wrong sizes, extensions or"
                                            + " trailers"));
            }
        }
    }

    private void answer(byte[] bytes, int length, ServerRequest request, ServerResponse response) {
        departure.answering();
        var stream = new PostStream(response, takesEvents(request), departure, new BoundedWrite());
        slowCalls.watch(stream);
        try {
            var answer = legacy.post(bytes, length, caller(request), stream);
            try {
                stream.finish(answer);
            } finally {
                answer.release();
            }
        } finally {
            slowCalls.forget(stream);
            departure.answered();
        }
    }

    private void listen(ServerSettings settings, ServerRequest request, ServerResponse response) throws IOException {
        var caller = caller(request);
        if (refusedWithoutBody(caller, request, response)) {
            return;
        }
        var session = legacy.session(caller);
        if (session.isEmpty()) {
            Refusal.send(request, response, unknownSession(caller));
            return;
        }
        var stream = streams.open(session.get(), Math.min(settings.limits().streams(), mostStreams));
        if (stream.isEmpty()) {
            response.header(Headers.RETRY_SOON);
            Refusal.send(
                    request,
                    response,
                    LegacyEra.refusal(503, RpcError.CALL_FAILED, "busy: as many streams are open as may"));
            return;
        }
        streams.run(stream.get(), Headers.first(request, Headers.LAST_EVENT_ID), () -> new SseSink(response, () -> {}));
    }

    private void delete(ServerRequest request, ServerResponse response) {
        var caller = caller(request);
        if (refusedWithoutBody(caller, request, response)) {
            return;
        }
        var session = legacy.session(caller);
        if (session.isEmpty()) {
            Refusal.send(request, response, unknownSession(caller));
            return;
        }
        legacy.end(caller, session.get());
        streams.end(session.get());
        response.status(204).send();
    }

    /** The modern era has neither streams by GET nor sessions to end. */
    private static boolean refusedWithoutBody(Caller caller, ServerRequest request, ServerResponse response) {
        if (caller.protocolVersion().filter(MODERN::equals).isPresent()) {
            notAllowed(request, response, Headers.ALLOW);
            return true;
        }
        var refusal = LegacyEra.versionRefusal(caller);
        refusal.ifPresent(answer -> Refusal.send(request, response, answer));
        return refusal.isPresent();
    }

    private static Answer unknownSession(Caller caller) {
        return caller.sessionId().isPresent()
                ? LegacyEra.refusal(404, RpcError.SESSION_NOT_FOUND, "Session not found")
                : LegacyEra.refusal(400, RpcError.INVALID_REQUEST, "Invalid request: Mcp-Session-Id is missing");
    }

    static void notAllowed(ServerRequest request, ServerResponse response, Header allowed) {
        response.header(allowed);
        Refusal.sendAndClose(request, response, LegacyEra.refusal(405, RpcError.INVALID_REQUEST, "Method not allowed"));
    }

    /** For any path but ours; pages may read that they are wrong. */
    static void notFound(ServerRequest request, ServerResponse response) {
        response.header(Headers.ANY_ORIGIN);
        Refusal.sendAndClose(request, response, LegacyEra.refusal(404, RpcError.INVALID_REQUEST, "Not found"));
    }

    private static Caller caller(ServerRequest request) {
        return new Caller(
                Principal.ANONYMOUS,
                Headers.first(request, Headers.SESSION_ID),
                Headers.first(request, Headers.PROTOCOL_VERSION));
    }

    private static boolean isJson(ServerRequest request) {
        return Headers.first(request, HeaderNames.CONTENT_TYPE)
                .map(type -> type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .filter(JSON::equals)
                .isPresent();
    }

    /**
     * Only for clients that name it, as MCP's clients must: whoever takes anything ({@code curl}) wants to read JSON.
     */
    private static boolean takesEvents(ServerRequest request) {
        return Headers.first(request, HeaderNames.ACCEPT).isPresent()
                && request.headers().get(HeaderNames.ACCEPT).allValues().stream()
                        .anyMatch(accepted -> accepted.toLowerCase(Locale.ROOT).contains(EVENT_STREAM));
    }
}
