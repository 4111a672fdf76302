package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.call.Asked;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallRounds;
import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.call.ClientReply;
import dev.hyperterse.runtime.call.ClientRequest;
import dev.hyperterse.runtime.live.LiveTool;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The communication of a call's scripts with its client, and with other clients, before the response. Each era has its way.
 */
public interface Exchange {
    /** What scripts keep for the client; empty where it has no session. */
    Optional<ClientMemory> memory();

    /** Notifies the subscribers of a resource of that namespace; false when there are too many such notifications. */
    boolean updated(String namespace, String uri);

    /** Asks the client, as {@link dev.hyperterse.runtime.call.Client#ask} has it. */
    Asked ask(String key, ClientRequest request, Consumer<ClientReply> reply);

    /** What the call keeps from round to round; empty where its client answers while it runs. */
    Optional<CallRounds> rounds();

    /** What is wrong with what its client says beside its message of a call of that tool by its own name. */
    Optional<RpcError> fault(Call call, LiveTool tool);

    /**
     * That is what the call runs, or a script of it.
     *
     * @throws CallFailure when an earlier round ran another version of it
     */
    void runs(Leaf leaf);

    /** The answer to a call of that client which waits for the next round. */
    Answer inputRequired(Call call);
}
