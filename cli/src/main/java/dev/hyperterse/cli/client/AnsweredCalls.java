package dev.hyperterse.cli.client;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.runtime.mcp.call.CallStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stream of a call within this process, whose requests are answered one after the other, beside the call. */
final class AnsweredCalls implements CallStream, AutoCloseable {
    private static final int REFUSED = -1;

    private final Answers answers;
    private final Consumer<byte[]> post;
    // A pending question does not block the end of the call: the thread ends with the process.
    private final ExecutorService answering =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("answers").factory());

    /** @param post posts a response */
    AnsweredCalls(Answers answers, Consumer<byte[]> post) {
        this.answers = answers;
        this.post = post;
    }

    @Override
    public void notice(byte[] message) {
        var request = JsonMapper.shared().readTree(message);
        if (request.has("id")) {
            answering.execute(() -> post.accept(JsonMapper.shared().writeValueAsBytes(response(request))));
        }
    }

    private JsonNode response(JsonNode request) {
        var response = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0");
        response.set("id", request.path("id"));
        var params = request.path("params");
        switch (request.path("method").asString("")) {
            case "elicitation/create" -> response.set("result", answers.fill(params));
            case "sampling/createMessage" ->
                answers.reply(params)
                        .ifPresentOrElse(
                                text -> response.set("result", message(text)), () -> response.putObject("error")
                                        .put("code", REFUSED)
                                        .put("message", "refused by the user"));
            case "roots/list" -> {
                var roots = response.putObject("result").putArray("roots");
                answers.roots().forEach(uri -> roots.addObject().put("uri", uri));
            }
            default -> response.putObject("error").put("code", -32601).put("message", "Method not found");
        }
        return response;
    }

    private static JsonNode message(String text) {
        var message = JsonMapper.shared()
                .createObjectNode()
                .put("role", "assistant")
                .put("model", RemoteConnection.MODEL)
                .put("stopReason", "endTurn");
        message.putObject("content").put("type", "text").put("text", text);
        return message;
    }

    @Override
    public void calling() {
        // The answer of the call is returned.
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public void onDisconnect(Runnable disconnected) {
        // The process ends with its only client.
    }

    @Override
    public void close() {
        answering.shutdownNow();
    }
}
