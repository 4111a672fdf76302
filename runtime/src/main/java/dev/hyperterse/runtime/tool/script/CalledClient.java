package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The client of a script, for the tools that the script calls. It can be asked; the deadline of its own call is paused
 * until it answers.
 *
 * @param place position of the called tool in the call of the client
 */
record CalledClient(CallContext caller, String place) implements ClientOfTools {
    @Override
    public Client sender() {
        return caller.client();
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        return caller.ask(Places.within(place, key), request, reply);
    }

    @Override
    public Optional<CallRounds> rounds() {
        return sender().rounds().map(rounds -> rounds.at(place));
    }
}
