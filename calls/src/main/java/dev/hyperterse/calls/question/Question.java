package dev.hyperterse.calls.question;

import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A valid request to a client, and the validation of the reply. */
public interface Question {
    ClientRequest request();

    /**
     * Validates a result.
     *
     * @param result of the client
     * @return the value for the script
     * @throws UnusableAnswer when the result does not match the request
     */
    JsonNode read(JsonNode result) throws UnusableAnswer;

    /** Replaces the result by its validated value, or by a failure. */
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
