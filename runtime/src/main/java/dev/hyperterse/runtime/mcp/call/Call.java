package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request in progress: its message, its caller, and the catalog that it is served from.
 *
 * @param caller the sender
 * @param seen the caller's view of the catalog
 * @param known the client, as the era knows it
 * @param errors the errors of the era
 * @param frame the members that the era adds to each result
 * @param batch the scope of the batch that it is part of, which ends it
 * @param exchange the communication of its scripts with clients
 * @param sent the progress that the client was notified of
 * @param report the data for its record, its span and its metrics
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

    /** The call with a report of its own, for a part that is recorded separately. */
    public Call reportedApart() {
        return new Call(
                message, caller, known, errors, frame, live, seen, stream, batch, exchange, sent, new CallReport());
    }

    /** The attributes with which its trace begins. */
    CallTraces.Started started(Optional<String> name) {
        var id = new String(message.raw(Member.ID), StandardCharsets.UTF_8);
        return new CallTraces.Started(message.string(Member.METHOD), name, id, caller.sessionId());
    }

    /** The trace of its client; the message takes precedence over the header. */
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
     * Asks the rules, and the decision point of the server, about this call: a stage, as of a tool.
     *
     * @param scope ends the wait for the decision
     * @throws CallFailure when they do not admit it
     */
    public void check(CallRules rules, Map<String, String> values, CallScope scope) {
        check(rules, values, () -> report.decided(scope.await(() -> rules.decide(principal(), values))));
    }

    /**
     * Asks rules without a decision point.
     *
     * @throws CallFailure when they do not admit it
     */
    public void check(CallRules rules, Map<String, String> values) {
        check(rules, values, () -> {});
    }

    private void check(CallRules rules, Map<String, String> values, Runnable decision) {
        report.trace().stage("rules", () -> {
            checked(rules, values, decision);
            return Ended.COMPLETED;
        });
    }

    private void checked(CallRules rules, Map<String, String> values, Runnable decision) {
        var counted = rules.check(principal(), caller.headers(), values, Map.of());
        var admitted = false;
        try {
            decision.run();
            admitted = true;
        } finally {
            if (!admitted) {
                counted.takeBack();
            }
        }
    }

    /** The response to a failure for which the era has an error of its own, independent of the method. */
    public Optional<Answer> failed(CallFailure failure) {
        return failure instanceof UndeclaredCapability undeclared
                ? errors.undeclared(undeclared).map(this::failed)
                : Optional.empty();
    }

    /** The error of a call with invalid parameters. */
    public RpcError malformed(String explanation) {
        report.failed(Stage.VALIDATION, explanation);
        return RpcError.invalidParams(explanation);
    }

    /** The response to a call that is refused before its method runs. */
    public Answer unusable(RpcError error) {
        report.failed(error.retryAfterSeconds().isPresent() ? Stage.BUSY : Stage.VALIDATION, error.message());
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
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        return exchange.ask(key, request, reply);
    }

    @Override
    public void runBegins() {
        exchange.runBegins();
    }

    @Override
    public Optional<TimeLimit> taskLimit() {
        return exchange.runLimit();
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
    public NotifyResult updated(String namespace, String uri) {
        var found = live.resource(uri)
                .filter(resource ->
                        resource.resource().leaf().identity().namespace().equals(namespace));
        if (found.isEmpty()) {
            return NotifyResult.NO_RESOURCE;
        }
        return exchange.updated(namespace, uri) ? NotifyResult.NOTIFIED : NotifyResult.TOO_MANY;
    }

    @Override
    public Optional<String> reads() {
        return params().text("uri");
    }

    /** Also if the caller may not read it: caches of clients may be of several callers. */
    @Override
    public boolean hasElsewhere(String uri, String adapter) {
        return live.resource(uri)
                .filter(found -> found.resource()
                        .leaf()
                        .asked()
                        .filter(asked -> asked instanceof Action.OnServer there
                                && there.adapter().equals(adapter))
                        .isEmpty())
                .isPresent();
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
