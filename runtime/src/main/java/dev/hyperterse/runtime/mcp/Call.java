package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.call.Asked;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallRounds;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Client;
import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.call.ClientReply;
import dev.hyperterse.runtime.call.ClientRequest;
import dev.hyperterse.runtime.call.LoggingLevel;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.call.Progress;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.call.UndeclaredCapability;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.LiveCatalog;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request in progress: its message, its caller, and the catalog that it is served from.
 *
 * @param caller who posted it
 * @param seen what the caller sees of that catalog
 * @param known what the era knows of its client
 * @param errors how the era says what went wrong
 * @param frame what the era has in each result
 * @param batch what ends the batch that it is part of, and it with that
 * @param exchange what its scripts can do with clients
 * @param sent how far its client knows it to be
 * @param report what its record, its span and its count say
 */
public record Call(
        PostedMessage message,
        Caller caller,
        KnownClient known,
        EraErrors errors,
        ResultFrame frame,
        LiveCatalog live,
        CatalogView seen,
        CallStream stream,
        Optional<CallScope> batch,
        Exchange exchange,
        SentProgress sent,
        CallReport report)
        implements Client {
    /** The name of the logger, as clients see it. */
    private static final String LOGGER = "hyperterse";

    public Principal principal() {
        return caller.principal();
    }

    /** For a part of it that is recorded as a call of its own. */
    Call reportedApart() {
        return new Call(
                message, caller, known, errors, frame, live, seen, stream, batch, exchange, sent, new CallReport());
    }

    /** As a trace of it begins. */
    CallTraces.Started started(Optional<String> name) {
        var id = new String(message.raw(Member.ID), StandardCharsets.UTF_8);
        return new CallTraces.Started(message.string(Member.METHOD), name, id, caller.sessionId());
    }

    /** The trace of its client; what the message says of it counts before a header. */
    Optional<String> traceParent() {
        return message.isString(Member.TRACE_PARENT)
                ? Optional.of(message.string(Member.TRACE_PARENT))
                : caller.traceParent();
    }

    /** The parameters, for members that are not in {@link Member}; an object, maybe empty. */
    public PostedObject params() {
        return message.object(Member.PARAMS);
    }

    /**
     * Asks the rules, and the decision point of the server, about this call.
     *
     * @throws CallFailure when they do not admit it
     */
    public void check(Optional<CallRules> rules, Map<String, String> values) {
        if (rules.isEmpty()) {
            return;
        }
        rules.get().check(principal(), caller.headers(), values);
        try {
            rules.get().decide(principal(), values);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw CallScope.failure(CallScope.End.SHUTDOWN);
        }
    }

    /** The answer to a failure that its era says in a way of its own, whatever the method. */
    Optional<Answer> failed(CallFailure failure) {
        return failure instanceof UndeclaredCapability undeclared
                ? errors.undeclared(undeclared).map(this::failed)
                : Optional.empty();
    }

    /** The error of a call whose parameters are not what its method takes. */
    RpcError malformed(String explanation) {
        report.failed(Stage.VALIDATION);
        return RpcError.invalidParams(explanation);
    }

    /** The answer to a call that brings what it cannot be called with. */
    Answer unusable(RpcError error) {
        report.failed(Stage.VALIDATION);
        return failed(error);
    }

    public Answer failed(RpcError error) {
        return ErrorAnswers.of(message, error);
    }

    @Override
    public void progress(Progress progress) {
        if (!message.progressTokenUsable() || !stream.open() || !sent.grows(progress.reached())) {
            return;
        }
        var params = Rpc.params();
        params.putRawValue("progressToken", Rpc.asPosted(message, Member.PROGRESS_TOKEN));
        put(params, "progress", progress.reached());
        progress.total().ifPresent(total -> put(params, "total", total));
        progress.message().ifPresent(what -> params.put("message", what));
        stream.notice(Rpc.notification("notifications/progress", params));
    }

    /** A whole number without a point. */
    private static void put(ObjectNode params, String name, double number) {
        if (number == (long) number) {
            params.put(name, (long) number);
        } else {
            params.put(name, number);
        }
    }

    @Override
    public Optional<About> about() {
        return known.about();
    }

    @Override
    public Asked ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        return exchange.ask(key, request, reply);
    }

    @Override
    public Optional<CallRounds> rounds() {
        return exchange.rounds();
    }

    @Override
    public Optional<ClientMemory> memory() {
        return exchange.memory();
    }

    @Override
    public Updating updated(String namespace, String uri) {
        var found = live.resource(uri)
                .filter(resource ->
                        resource.resource().leaf().identity().namespace().equals(namespace));
        if (found.isEmpty()) {
            return Updating.NO_RESOURCE;
        }
        return exchange.updated(namespace, uri) ? Updating.NOTIFIED : Updating.TOO_MANY;
    }

    @Override
    public boolean logs(LoggingLevel level) {
        return stream.open()
                && known.level().filter(asked -> asked.admits(level)).isPresent();
    }

    @Override
    public void log(LoggingLevel level, ObjectNode data) {
        var params = Rpc.params().put("level", level.name()).put("logger", LOGGER);
        params.set("data", data);
        stream.notice(Rpc.notification("notifications/message", params));
    }
}
