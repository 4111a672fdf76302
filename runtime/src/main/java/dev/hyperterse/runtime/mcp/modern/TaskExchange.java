package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.Exchange;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.modern.task.Task;
import dev.hyperterse.runtime.round.Round;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The exchange of a call that may become a task: its client is asked between rounds until the run begins, and from then on
 * by the task, while the call runs.
 */
record TaskExchange(ModernExchange before, Round round, Task task, Handover handover, TimeLimit limit)
        implements Exchange, AutoCloseable {
    @Override
    public Optional<TimeLimit> taskLimit() {
        return Optional.of(limit);
    }

    @Override
    public Optional<TimeLimit> runLimit() {
        return handover.isBegun() ? Optional.of(limit) : Optional.empty();
    }

    @Override
    public void runBegins() {
        handover.begin();
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        if (!handover.isBegun()) {
            return before.ask(key, request, reply);
        }
        var known = round.known(key, request);
        if (known.isPresent()) {
            reply.accept(known.get());
            return PendingRequest.NONE;
        }
        // Only a task can be answered.
        handover.detach();
        try {
            return task.ask(key, round.question(request), round::received, reply);
        } catch (CallFailure noMemory) {
            reply.accept(new ClientReply.Failed(noMemory.getMessage()));
            return PendingRequest.NONE;
        }
    }

    @Override
    public Optional<ClientMemory> memory() {
        return before.memory();
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return before.updated(namespace, uri);
    }

    @Override
    public Optional<CallRounds> rounds() {
        return before.rounds();
    }

    @Override
    public Optional<RpcError> fault(Call call, LiveTool tool) {
        return before.fault(call, tool);
    }

    @Override
    public void runs(Leaf leaf) {
        before.runs(leaf);
    }

    @Override
    public Answer inputRequired(Call call) {
        return before.inputRequired(call);
    }

    @Override
    public void close() {
        before.close();
    }
}
