package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import java.util.List;

/** An era with sessions. A request without a version belongs to it. */
public interface SessionEra extends Era {
    /** Answers the messages of a batch, each of which passes every check by itself. */
    Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream);

    /** Opens the stream of a session on the current thread; at most {@code most} are open at once. */
    Listening listen(Caller caller, LiveCatalog live, int most);

    Ending end(Caller caller, LiveCatalog live);

    /** Withdraws the requests to clients, which reconnect to other replicas. */
    void beginShutdown();

    /** The result of a request to open a stream. */
    sealed interface Listening {
        record Open(EventStream stream) implements Listening {}

        /** The limit of open streams is reached. */
        record Full() implements Listening {}

        record Refused(Answer answer) implements Listening {}

        /** The era of the request has no such streams. */
        record NotOffered() implements Listening {}
    }

    /** The result of a request to end a session. */
    sealed interface Ending {
        record Ended() implements Ending {}

        record Refused(Answer answer) implements Ending {}

        record NotOffered() implements Ending {}
    }
}
