package dev.hyperterse.runtime.http;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.http.connection.BoundedWrite;
import dev.hyperterse.http.connection.StrictConnections;
import dev.hyperterse.runtime.http.Admission.Admitted;
import dev.hyperterse.runtime.http.request.RequestBody;
import dev.hyperterse.runtime.http.request.RequestBody.Read;
import dev.hyperterse.runtime.mcp.EraSelector;
import dev.hyperterse.runtime.mcp.SessionEra.Ending;
import dev.hyperterse.runtime.mcp.SessionEra.Listening;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntSupplier;

/** The endpoint: admits the request, dispatches the method, and sends the response. */
final class McpService implements Handler {
    private static final String JSON = "application/json";
    private static final String EVENT_STREAM = "text/event-stream";

    private final Admission admission;
    private final EraSelector eras;
    private final IntSupplier mostStreams;
    private final BufferBudget budget;
    private final ResponseWatchdog watchdog;
    private final GracefulShutdown shutdown;

    McpService(
            Admission admission,
            EraSelector eras,
            IntSupplier mostStreams,
            BufferBudget budget,
            ResponseWatchdog watchdog,
            GracefulShutdown shutdown) {
        this.admission = admission;
        this.eras = eras;
        this.mostStreams = mostStreams;
        this.budget = budget;
        this.watchdog = watchdog;
        this.shutdown = shutdown;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        shutdown.announceClose(response);
        var admitted = admission.admitToEndpoint(request, response);
        if (admitted.isEmpty()) {
            return;
        }
        switch (request.prologue().method().text()) {
            case "POST" -> post(admitted.get(), request, response);
            case "GET" -> listen(admitted.get(), request, response);
            case "DELETE" -> delete(admitted.get(), request, response);
            case "OPTIONS" -> admission.preflight(admitted.get().live(), request, response);
            default -> notAllowed(request, response, Headers.ALLOW);
        }
    }

    private void post(Admitted admitted, ServerRequest request, ServerResponse response) throws IOException {
        if (!isJson(request)) {
            Refusal.sendAndClose(request, response, TransportErrors.notJson());
            return;
        }
        var opened = readAndAnswer(admitted, request, response);
        if (opened.isPresent()) {
            // The memory of the body is released by now: a stream may last for days.
            write(opened.get(), admitted, Optional.empty(), request, response);
        }
    }

    /** Answers the request, unless the response is a stream: the stream is returned and still to be written. */
    private Optional<Answer.Opened> readAndAnswer(Admitted admitted, ServerRequest request, ServerResponse response)
            throws IOException {
        long limit = admitted.live().settings().limits().maxRequestSize();
        try (var body = new RequestBody(budget, limit)) {
            switch (body.read(request, request.headers().contentLength().orElse(-1))) {
                case Read.Complete(var bytes, int length) -> {
                    return admission
                            .readmit(admitted, request, response)
                            .flatMap(caller -> answer(bytes, length, caller, request, response));
                }
                case Read.TooLarge() -> Refusal.sendAndClose(request, response, TransportErrors.tooLarge());
                case Read.LargerThanBudget() ->
                    Refusal.sendAndClose(request, response, TransportErrors.largerThanAllMemory());
                case Read.BudgetExhausted() -> {
                    response.header(Headers.RETRY_SOON);
                    Refusal.sendAndClose(request, response, TransportErrors.buffersInUse());
                }
                case Read.Malformed() -> Refusal.sendAndClose(request, response, TransportErrors.brokenBody());
            }
            return Optional.empty();
        }
    }

    private Optional<Answer.Opened> answer(
            byte[] bytes, int length, Admitted admitted, ServerRequest request, ServerResponse response) {
        shutdown.requestStarted();
        var stream = new PostStream(response, takesEvents(request), mostStreams, shutdown, new BoundedWrite());
        watchdog.watch(stream);
        try {
            var answer = eras.post(bytes, length, caller(admitted, request), admitted.live(), stream);
            if (answer instanceof Answer.Opened opened) {
                if (!admission.isLive(admitted)) {
                    // Nothing else would tell its client of what has changed while it was admitted: it listens again.
                    opened.stream().end();
                }
                return Optional.of(opened);
            }
            try {
                stream.finish(answer);
            } finally {
                answer.release();
            }
            return Optional.empty();
        } finally {
            watchdog.forget(stream);
            stream.over();
            shutdown.requestEnded();
        }
    }

    private void listen(Admitted admitted, ServerRequest request, ServerResponse response) {
        switch (eras.listen(caller(admitted, request), admitted.live(), mostStreams.getAsInt())) {
            case Listening.Open(var stream) -> {
                endIfOutdated(stream, admitted);
                write(
                        new Answer.Opened(stream, false),
                        admitted,
                        Headers.first(request, Headers.LAST_EVENT_ID),
                        request,
                        response);
            }
            case Listening.Full() -> {
                response.header(Headers.RETRY_SOON);
                // A client that asks again later must not hold a place until then.
                Refusal.sendAndClose(request, response, TransportErrors.streamsInUse());
            }
            case Listening.Refused(var answer) -> Refusal.send(request, response, answer);
            case Listening.NotOffered() -> notAllowed(request, response, Headers.ALLOW);
        }
    }

    /** Begins the response and leaves its rest to the connection: the request is over, and a stream may last for days. */
    private static void write(
            Answer.Opened opened,
            Admitted admitted,
            Optional<String> lastEventId,
            ServerRequest request,
            ServerResponse response) {
        EventStream.Begun begun;
        try {
            begun = opened.stream().begin(lastEventId, () -> SseSink.begun(response, StrictConnections.rest()));
        } catch (IOException gone) {
            throw new CloseConnectionException("the client of an event stream has disconnected", gone);
        }
        boolean last = response.headers().contains(HeaderValues.CONNECTION_CLOSE)
                || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
        // Credentials may have been checked by another server, which was waited for.
        boolean isShallow = admitted.principal().identity().isEmpty() && !opened.mayHaveWaited();
        throw StrictConnections.withoutRouting(begun::write, isShallow, last);
    }

    /** The stream was opened after the last swap, which did not see it; later swaps end it themselves. */
    private void endIfOutdated(EventStream stream, Admitted admitted) {
        if (!admission.isCurrent(admitted)) {
            stream.end();
        }
    }

    private void delete(Admitted admitted, ServerRequest request, ServerResponse response) {
        switch (eras.end(caller(admitted, request), admitted.live())) {
            case Ending.Ended() -> response.status(204).send();
            case Ending.Refused(var answer) -> Refusal.send(request, response, answer);
            case Ending.NotOffered() -> notAllowed(request, response, Headers.ALLOW);
        }
    }

    static void notAllowed(ServerRequest request, ServerResponse response, Header allowed) {
        response.header(allowed);
        Refusal.sendAndClose(request, response, TransportErrors.methodNotAllowed());
    }

    /** The response to any other path; every page may read it. */
    static void notFound(ServerRequest request, ServerResponse response) {
        response.header(Headers.ANY_ORIGIN);
        Refusal.sendAndClose(request, response, TransportErrors.notFound());
    }

    private static Caller caller(Admitted admitted, ServerRequest request) {
        return new Caller(
                admitted.principal(),
                admitted.until(),
                Headers.first(request, Headers.SESSION_ID),
                Headers.first(request, Headers.PROTOCOL_VERSION),
                Headers.first(request, Headers.TRACE_PARENT),
                new PostedHeaders(
                        request, admitted.live().settings().scripting().headers()),
                admitted.segments(),
                Optional.empty());
    }

    private static boolean isJson(ServerRequest request) {
        return Headers.first(request, HeaderNames.CONTENT_TYPE)
                .map(type -> type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .filter(JSON::equals)
                .isPresent();
    }

    /**
     * Whether the client accepts event streams by name, as MCP clients must. A client that accepts everything, such as
     * {@code curl}, gets JSON.
     */
    private static boolean takesEvents(ServerRequest request) {
        for (var accepted : Headers.all(request, HeaderNames.ACCEPT)) {
            if (accepted.toLowerCase(Locale.ROOT).contains(EVENT_STREAM)) {
                return true;
            }
        }
        return false;
    }
}
