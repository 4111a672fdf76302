package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.mcp.call.Answer;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** The response to a refused request. */
final class Refusal {
    private Refusal() {}

    static void send(ServerRequest request, ServerResponse response, Answer answer) {
        response.status(answer.status()).header(Headers.JSON);
        sendBody(request, response, answer.bytes(), answer.length());
    }

    /** Refuses a request before its body was read; {@link CloseAfterResponse} closes the connection. */
    static void sendAndClose(ServerRequest request, ServerResponse response, Answer answer) {
        response.header(HeaderValues.CONNECTION_CLOSE);
        send(request, response, answer);
    }

    /** The response to HEAD has the length of its body, and no body. */
    static void sendBody(ServerRequest request, ServerResponse response, byte[] bytes, int length) {
        if (isHead(request)) {
            response.headers().contentLength(length);
            response.send();
        } else {
            response.send(bytes, 0, length);
        }
    }

    static boolean isHead(ServerRequest request) {
        return request.prologue().method().equals(Method.HEAD);
    }
}
