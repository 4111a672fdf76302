package dev.hyperterse.runtime.http;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/**
 * Closes a connection after the response that announces it. The server only announces it, and would read the unread
 * rest of the body as the next request, in which a page without access could hide a call (helidon#12324).
 */
record CloseAfterResponse(Handler handler) implements Handler {
    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        handler.handle(request, response);
        // An answer that was written as a stream counts as sent once it is committed.
        if (response instanceof RoutingResponse routed && routed.hasEntity()) {
            routed.commit();
        }
        if (response.isSent() && response.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
            throw new CloseConnectionException("the last response of the connection is sent");
        }
    }
}
