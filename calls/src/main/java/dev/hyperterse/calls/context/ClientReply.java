package dev.hyperterse.calls.context;

import dev.hyperterse.calls.context.ClientRequest.Method;

/** The result of a request to a client. */
public sealed interface ClientReply {
    /** @param json the result, an object; after validation the value for the script */
    record Answered(byte[] json) implements ClientReply {}

    /** @param why the reason, as one line for the caller */
    record Failed(String why) implements ClientReply {}

    /** The client has not declared the capability. */
    record Undeclared(Method method) implements ClientReply {
        public String why() {
            return "the client cannot be asked: it has not declared the capability '%s'".formatted(method.capability());
        }
    }

    /** The client answers between two rounds of the call: there is no answer in this one. */
    record NextRound() implements ClientReply {}
}
