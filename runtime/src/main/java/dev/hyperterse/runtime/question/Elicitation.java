package dev.hyperterse.runtime.question;

import dev.hyperterse.runtime.call.ClientRequest;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A form for the user of the client. */
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

    /** A question that is only accepted or declined. */
    public static Elicitation confirmation(String message) {
        return of(message, RequestedSchema.NOTHING);
    }

    private static Elicitation of(String message, RequestedSchema schema) {
        var params = JsonMapper.shared().createObjectNode().put("message", message);
        params.set("requestedSchema", schema.json());
        return new Elicitation(new ClientRequest(ClientRequest.Method.ELICIT, Optional.of(params)), schema);
    }

    /** Whether that is what {@link #read} makes of a form that the user has sent. */
    public static boolean isAccepted(JsonNode read) {
        return read.path("action").asString("").equals(ACCEPT);
    }

    /** Content is only what was asked for: a client may send more. */
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
