package dev.hyperterse.calls.question;

import dev.hyperterse.calls.context.ClientRequest;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A {@code sampling/createMessage} request: a completion by the model of the client. */
record Sampling(ClientRequest request) implements Question {
    /** The members of MCP without tools, which need a capability of their own. */
    private static final Set<String> MEMBERS = Set.of(
            "messages",
            "maxTokens",
            "modelPreferences",
            "systemPrompt",
            "includeContext",
            "temperature",
            "stopSequences",
            "metadata");

    static Sampling of(JsonNode params) throws MalformedQuestion {
        for (var name : params.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw new MalformedQuestion("'%s' is not supported; a question to a model has %s"
                        .formatted(
                                shown(name),
                                String.join(", ", MEMBERS.stream().sorted().toList())));
            }
        }
        var messages = params.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw new MalformedQuestion("'messages' must be an array with at least one message");
        }
        for (var index = 0; index < messages.size(); index++) {
            check(messages.get(index), "messages[%d]".formatted(index));
        }
        var maxTokens = params.path("maxTokens");
        if (!maxTokens.isIntegralNumber() || maxTokens.bigIntegerValue().signum() < 1) {
            throw new MalformedQuestion("'maxTokens' must be a whole number of at least 1");
        }
        return new Sampling(new ClientRequest(ClientRequest.Method.SAMPLE, Optional.of((ObjectNode) params)));
    }

    /** As in messages of prompts, content may be a plain text. */
    private static void check(JsonNode message, String place) throws MalformedQuestion {
        var role = message.path("role").asString("");
        if (!role.equals("user") && !role.equals("assistant")) {
            throw new MalformedQuestion("'%s.role' must be 'user' or 'assistant'".formatted(place));
        }
        var content = message.path("content");
        if (content.isString()) {
            ((ObjectNode) message).putObject("content").put("type", "text").put("text", content.asString());
        } else if (!content.path("type").isString()) {
            throw new MalformedQuestion("'%s.content' must be a text, or an object with a type".formatted(place));
        }
    }

    static String shown(String name) {
        return name.substring(0, Math.min(100, name.length()));
    }

    @Override
    public JsonNode read(JsonNode result) throws UnusableAnswer {
        if (!result.path("role").isString() || !result.path("content").isContainer()) {
            throw new UnusableAnswer("has no message with a 'role' and 'content'");
        }
        return result;
    }
}
