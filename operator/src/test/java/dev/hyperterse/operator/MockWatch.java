package dev.hyperterse.operator;

import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** One open watch of the mock: passes events on while it is heard, and can be ended by the server. */
final class MockWatch extends WebSocketListener {
    private final String plural;
    private final WebSocketListener events;
    private final BooleanSupplier heard;
    private final CompletableFuture<WebSocket> client = new CompletableFuture<>();
    private volatile boolean ended;

    MockWatch(String plural, WebSocketListener events, BooleanSupplier heard) {
        this.plural = plural;
        this.events = events;
        this.heard = heard;
    }

    String plural() {
        return plural;
    }

    boolean isEnded() {
        return ended;
    }

    /** Events that the mock sends later are not passed on: it sends them from threads of its own. */
    void end(String lastEvent) {
        ended = true;
        // The client may have been answered before the socket is known here.
        client.thenAccept(it -> it.send(lastEvent));
    }

    @Override
    public void onOpen(WebSocket socket, Response response) {
        client.complete(socket);
        events.onOpen(new Filtered(socket, () -> !ended && heard.getAsBoolean()), response);
    }

    @Override
    public void onClosing(WebSocket socket, int code, String reason) {
        events.onClosing(socket, code, reason);
    }

    @Override
    public void onClosed(WebSocket socket, int code, String reason) {
        events.onClosed(socket, code, reason);
    }

    @Override
    public void onFailure(WebSocket socket, Throwable error, Response response) {
        events.onFailure(socket, error, response);
    }

    private record Filtered(WebSocket socket, BooleanSupplier heard) implements WebSocket {
        @Override
        public RecordedRequest request() {
            return socket.request();
        }

        @Override
        public boolean send(String text) {
            return !heard.getAsBoolean() || socket.send(text);
        }

        @Override
        public boolean send(byte[] bytes) {
            return !heard.getAsBoolean() || socket.send(bytes);
        }

        @Override
        public boolean close(int code, String reason) {
            return socket.close(code, reason);
        }
    }
}
