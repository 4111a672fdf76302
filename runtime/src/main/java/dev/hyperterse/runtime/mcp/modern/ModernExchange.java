package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.Exchange;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.method.Results;
import dev.hyperterse.runtime.mcp.modern.header.ParameterHeaders;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.round.Round;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The exchange of a call with a client that answers questions by repeating its request with the answers. */
final class ModernExchange implements Exchange, AutoCloseable {
    private static final int ENVELOPE = 1024;

    /** The length of a digest in characters; the state has one for each definition. */
    private static final int DIGEST = 32;

    private final Round round;
    private final Rounds rounds;
    private final Results results;
    private final ServerFrames frames;
    private final OpenStreams streams;
    private final Map<String, Leaf> ran = new ConcurrentHashMap<>();

    ModernExchange(Round round, Rounds rounds, Results results, ServerFrames frames, OpenStreams streams) {
        this.round = round;
        this.rounds = rounds;
        this.results = results;
        this.frames = frames;
        this.streams = streams;
    }

    @Override
    public Optional<ClientMemory> memory() {
        return Optional.empty();
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return streams.updated(namespace, uri);
    }

    @Override
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(round.ask(key, request));
        return PendingRequest.NONE;
    }

    @Override
    public Optional<CallRounds> rounds() {
        return Optional.of(round);
    }

    @Override
    public Optional<RpcError> fault(Call call, LiveTool tool) {
        return ParameterHeaders.fault(call, tool);
    }

    @Override
    public void runs(Leaf leaf) {
        var name = leaf.identity().kind() + " " + leaf.identity().display();
        ran.put(name, leaf);
        if (round.definition(name)
                .filter(before -> !before.equals(digest(leaf)))
                .isPresent()) {
            throw new CallFailure(
                    Stage.RESOLVE,
                    "'%s' has changed since the client was asked; call it again from the beginning, without 'requestState' and 'inputResponses'"
                            .formatted(leaf.identity().name()));
        }
    }

    /** The digest of a definition: of everything that a call of it does. */
    private static String digest(Leaf leaf) {
        return new CatalogCodec().encode(leaf).digest().substring(0, DIGEST);
    }

    @Override
    public Answer inputRequired(Call call) {
        var digests = new HashMap<String, String>();
        ran.forEach((name, leaf) -> digests.put(name, digest(leaf)));
        var after = round.after(digests, rounds.until());
        var state = rounds.sealed(after, call.message(), call.caller());
        var questions = round.questions();
        long size = ENVELOPE + state.length();
        for (var question : questions.entrySet()) {
            // An escaped key, and the punctuation around it.
            size += 6L * question.getKey().length() + question.getValue().length + 4;
        }
        var frame = frames.inputRequired(call);
        return results.written(call, frame, size, out -> {
            out.ascii("\"inputRequests\":{");
            var separator = "";
            for (var question : questions.entrySet()) {
                out.ascii(separator).quoted(question.getKey()).ascii(":").raw(question.getValue());
                separator = ",";
            }
            out.ascii("},\"requestState\":").quoted(state);
            frame.end(out);
        });
    }

    /** The request is answered. */
    @Override
    public void close() {
        round.close();
    }
}
