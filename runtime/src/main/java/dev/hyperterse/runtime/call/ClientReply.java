package dev.hyperterse.runtime.call;

/** What became of a request to a client. */
public sealed interface ClientReply {
    /** @param json the result, an object; after its check what the asking script gets */
    record Answered(byte[] json) implements ClientReply {}

    /** @param why there is no answer, as one line for the caller */
    record Failed(String why) implements ClientReply {}
}
