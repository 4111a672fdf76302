package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.LiveTool;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The communication of a call's scripts with its client, and with other clients, before the response. One
 * implementation per era.
 */
public interface Exchange {
    /** The values that scripts store for the client; empty if it has no session. */
    Optional<ClientMemory> memory();

    /** Notifies the subscribers of a resource of that namespace; false when there are too many such notifications. */
    boolean updated(String namespace, String uri);

    /** Sends the client a request, as specified by {@link dev.hyperterse.calls.context.Client#ask}. */
    PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply);

    /** The state of the call between rounds; empty if its client answers while it runs. */
    Optional<CallRounds> rounds();

    /** The fault of the headers of a direct call of that tool. */
    Optional<RpcError> fault(Call call, LiveTool tool);

    /**
     * Notes that the call, or a script of it, runs this definition.
     *
     * @throws CallFailure when an earlier round ran another version of it
     */
    void runs(Leaf leaf);

    /** The limit of time of a call that may become a task; empty for every other call. */
    default Optional<TimeLimit> taskLimit() {
        return Optional.empty();
    }

    /** As {@link dev.hyperterse.calls.context.Client#taskLimit}: that limit, once the run has begun. */
    default Optional<TimeLimit> runLimit() {
        return Optional.empty();
    }

    /** As {@link dev.hyperterse.calls.context.Client#runBegins}. */
    default void runBegins() {
        // The client gets its answer when the call has ended.
    }

    /** The response that requests the next round from the client. */
    Answer inputRequired(Call call);
}
