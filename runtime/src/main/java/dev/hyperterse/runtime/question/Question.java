package dev.hyperterse.runtime.question;

import dev.hyperterse.runtime.call.ClientReply;
import dev.hyperterse.runtime.call.ClientRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request to a client that is well-formed, and what makes its answer so. */
public interface Question {
    ClientRequest request();

    /**
     * @param result what the client answered
     * @return what the asking script gets
     * @throws UnusableAnswer when it is not what was asked for
     */
    JsonNode read(JsonNode result) throws UnusableAnswer;

    /** The answer of a client, checked. */
    default ClientReply check(ClientReply reply) {
        return switch (reply) {
            case ClientReply.Failed _, ClientReply.Undeclared _, ClientReply.NextRound _ -> reply;
            case ClientReply.Answered(var json) -> {
                try {
                    var read = read(JsonMapper.shared().readTree(json));
                    yield new ClientReply.Answered(JsonMapper.shared().writeValueAsBytes(read));
                } catch (UnusableAnswer unusable) {
                    yield new ClientReply.Failed("the answer of the client " + unusable.getMessage());
                } catch (JacksonException unreadable) {
                    yield new ClientReply.Failed("the answer of the client cannot be read");
                }
            }
        };
    }
}
