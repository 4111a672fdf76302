package dev.hyperterse.runtime.http;

import dev.hyperterse.http.connection.Refusals;
import dev.hyperterse.runtime.mcp.call.Answer;
import io.helidon.http.DirectHandler;
import io.helidon.http.Method;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Responses to requests that the HTTP server refuses before routing, and to internal errors of handlers, in the form of
 * all other errors. Any page may read them: they describe only the page's own request, and without access a browser
 * would report a network error.
 */
final class TransportFaults implements DirectHandler {
    /** Helidon's text in place of a withheld message. This product writes no log that it could refer to. */
    private static final String WITHHELD = "see server log";

    private TransportFaults() {}

    static DirectHandlers handlers() {
        var handlers = DirectHandlers.builder();
        for (var type : EventType.values()) {
            handlers.addHandler(type, new TransportFaults());
        }
        return handlers.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        if (status.equals(Status.METHOD_NOT_ALLOWED_405)) {
            headers.set(Headers.ALLOW);
        }
        if (status.equals(Status.SERVICE_UNAVAILABLE_503)) {
            headers.set(Headers.RETRY_SOON);
        }
        var answer = answer(type, status, message);
        var response = TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(Headers.JSON)
                .header(Headers.ANY_ORIGIN);
        return (Method.HEAD_NAME.equals(request.method()) ? response : response.entity(answer.bytes())).build();
    }

    private static Answer answer(EventType type, Status status, String message) {
        if (status.equals(Status.SERVICE_UNAVAILABLE_503)) {
            return TransportErrors.connectionsInUse();
        }
        if (status.family() == Status.Family.SERVER_ERROR && type != EventType.HTTP_VERSION_NOT_SUPPORTED) {
            return TransportErrors.internal(status);
        }
        return status.equals(Status.REQUEST_ENTITY_TOO_LARGE_413)
                ? TransportErrors.tooLarge()
                : TransportErrors.malformed(status, why(status, message));
    }

    /** The responses to requests that the server does not parse. */
    static Refusals refusals() {
        return new Refusals(
                whole("408 Request Timeout", TransportErrors.tooSlow()),
                whole("503 Service Unavailable\nRetry-After: 1", TransportErrors.connectionsInUse()));
    }

    private static byte[] whole(String status, Answer answer) {
        var head = """
                HTTP/1.1 %s
                Connection: close
                Content-Type: application/json
                Access-Control-Allow-Origin: *
                Content-Length: %d

                """.formatted(status, answer.length()).replace("\n", "\r\n");
        var response = new ByteArrayOutputStream();
        response.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        response.write(answer.bytes(), 0, answer.length());
        return response.toByteArray();
    }

    /** The server's message is empty where its settings withhold messages. */
    private static String why(Status status, String message) {
        return message == null || message.isBlank() || message.contains(WITHHELD)
                ? "malformed HTTP (" + status.reasonPhrase() + ")"
                : message;
    }
}
