package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.context.Progress;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client of a script, for the tools that the script calls. It receives no progress of these tools, because it knows
 * only its own call. It can be asked; the deadline of that call is paused until it answers.
 *
 * @param place position of the called tool in the call of the client
 */
record CalledClient(CallContext caller, String place) implements Client {
    @Override
    public void progress(Progress progress) {
        // Only the script of the client's own call reports progress.
    }

    @Override
    public boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    public void log(LoggingLevel level, ObjectNode data) {
        // The client receives log messages of its own call only.
    }

    @Override
    public Optional<About> about() {
        return caller.client().about();
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        return caller.ask(Places.within(place, key), request, reply);
    }

    @Override
    public Optional<CallRounds> rounds() {
        return caller.client().rounds().map(rounds -> rounds.at(place));
    }

    @Override
    public Optional<ClientMemory> memory() {
        return caller.client().memory();
    }

    @Override
    public NotifyResult updated(String namespace, String uri) {
        return caller.client().updated(namespace, uri);
    }
}
