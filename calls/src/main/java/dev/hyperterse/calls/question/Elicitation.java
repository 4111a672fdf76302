package dev.hyperterse.calls.question;

import dev.hyperterse.calls.context.ClientRequest;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An {@code elicitation/create} request: a form that the client shows its user. */
public record Elicitation(ClientRequest request, RequestedSchema schema) implements Question {
    private static final Set<String> MEMBERS = Set.of("message", "requestedSchema", "mode");
    private static final String ACCEPT = "accept";
    private static final Set<String> ACTIONS = Set.of(ACCEPT, "decline", "cancel");

    static Elicitation of(JsonNode params) throws MalformedQuestion {
        for (var name : params.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw new MalformedQuestion("'%s' is not supported; a form has a message and a requestedSchema"
                        .formatted(Sampling.shown(name)));
            }
        }
        if (!params.path("mode").asString("form").equals("form")) {
            throw new MalformedQuestion("'mode' must be 'form' or left out: users are not sent to URLs");
        }
        var message = params.path("message");
        if (!message.isString() || message.asString().isBlank()) {
            throw new MalformedQuestion("'message' must be a text that says what is asked for");
        }
        return of(message.asString(), RequestedSchema.of(params.path("requestedSchema")));
    }

    /** A form without fields, which the user accepts or declines. */
    public static Elicitation confirmation(String message) {
        return of(message, RequestedSchema.EMPTY);
    }

    private static Elicitation of(String message, RequestedSchema schema) {
        var params = JsonMapper.shared().createObjectNode().put("message", message);
        params.set("requestedSchema", schema.json());
        return new Elicitation(new ClientRequest(ClientRequest.Method.ELICIT, Optional.of(params)), schema);
    }

    /** Whether a result of {@link #read} says that the user accepted. */
    public static boolean isAccepted(JsonNode read) {
        return read.path("action").asString("").equals(ACCEPT);
    }

    /** Keeps only the fields of the form: a client may send others. */
    @Override
    public JsonNode read(JsonNode result) throws UnusableAnswer {
        var action = result.path("action").asString("");
        if (!ACTIONS.contains(action)) {
            throw new UnusableAnswer("has no 'action' that is accept, decline or cancel");
        }
        var read = JsonMapper.shared().createObjectNode().put("action", action);
        if (action.equals(ACCEPT)) {
            read.set("content", schema.read(result.path("content")));
        }
        return read;
    }
}
