package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.mcp.Answer;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;

/** How a request is answered that goes no further. */
final class Refusal {
    private Refusal() {}

    static void send(ServerResponse response, Answer answer) {
        response.status(answer.status()).header(Headers.JSON).send(answer.bytes(), 0, answer.length());
    }

    /** For what is refused before its body was read; {@link LastAnswer} ends the connection. */
    static void sendAndClose(ServerResponse response, Answer answer) {
        response.header(HeaderValues.CONNECTION_CLOSE);
        send(response, answer);
    }
}
