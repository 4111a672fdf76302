package dev.hyperterse.calls.question;

import dev.hyperterse.calls.context.ClientRequest;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A {@code roots/list} request: the directories or other resources that the client works in. */
record ListOfRoots() implements Question {
    private static final int MOST = 1_000;

    @Override
    public ClientRequest request() {
        return new ClientRequest(ClientRequest.Method.ROOTS, Optional.empty());
    }

    @Override
    public JsonNode read(JsonNode result) throws UnusableAnswer {
        var roots = result.path("roots");
        if (!roots.isArray() || roots.size() > MOST) {
            throw new UnusableAnswer("has no 'roots' that are an array of at most %d".formatted(MOST));
        }
        for (var root : roots) {
            if (!root.path("uri").isString()) {
                throw new UnusableAnswer("has a root without a 'uri'");
            }
        }
        return roots;
    }
}
