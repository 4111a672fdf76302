package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.Era;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReport;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.call.SentProgress;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.method.McpMethod;
import dev.hyperterse.runtime.mcp.method.MethodTable;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.Tasks;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import java.util.Map;
import java.util.Optional;

/** MCP 2026-07-28: validates the metadata of each request, and answers its method. */
public final class ModernEra implements Era {
    public static final String VERSION = "2026-07-28";

    private final Methods methods;
    private final InFlightCalls inFlight;
    private final Rounds rounds;
    private final OpenStreams streams;
    private final Subscriptions subscriptions;
    private final TaskCalls taskCalls;
    private final ServerFrames frames;
    private final MethodTable table;
    private final ModernErrors errors = new ModernErrors();

    /** @param subscribed limits the URIs of resources that streams subscribe to */
    public ModernEra(
            ServedVersions served,
            Methods methods,
            InFlightCalls inFlight,
            Rounds rounds,
            OpenStreams streams,
            TextQuota subscribed,
            Tasks tasks,
            SharedTasks shared) {
        this.methods = methods;
        this.inFlight = inFlight;
        this.rounds = rounds;
        this.streams = streams;
        this.frames = new ServerFrames(served);
        this.subscriptions = new Subscriptions(streams, methods.resources(), subscribed);
        this.taskCalls = new TaskCalls(tasks, shared, frames);
        var taskMethods = new TaskMethods(tasks, shared, methods.results(), frames);
        this.table = methods.table(Map.of(
                McpMethod.SERVER_DISCOVER,
                call -> methods.results().whole(call, frames.discovery(call)),
                McpMethod.SUBSCRIPTIONS_LISTEN,
                subscriptions::listen,
                McpMethod.TASKS_GET,
                taskMethods::get,
                McpMethod.TASKS_UPDATE,
                taskMethods::update,
                McpMethod.TASKS_CANCEL,
                taskMethods::cancel));
    }

    @Override
    public boolean recognizes(String version) {
        return VERSION.equals(version);
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        return switch (message.kind()) {
            case REQUEST -> request(message, caller.withoutSession(), live, stream);
            case NOTIFICATION -> {
                notification(message, caller);
                yield new Answer.Nothing();
            }
            case RESPONSE ->
                ErrorAnswers.of(
                        message,
                        RpcError.badRequest(
                                RpcError.INVALID_REQUEST,
                                "Invalid request: protocol " + VERSION + " has no responses of clients"));
        };
    }

    private Answer request(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        return table.observed(message, method -> RequestMetadata.fault(message, caller)
                .map(fault -> ErrorAnswers.of(message, fault))
                .orElseGet(() -> round(message, caller, live, stream, method)));
    }

    private Answer round(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream, McpMethod method) {
        var begun = rounds.begin(message, caller);
        var exchange = new ModernExchange(begun.round(), rounds, methods.results(), frames, streams);
        var call = call(message, caller, live, stream, exchange);
        var task = begun.fault().isEmpty() && method == McpMethod.TOOLS_CALL
                ? TaskCalls.settings(call)
                : Optional.<ToolLeaf.Task>empty();
        if (task.isPresent()) {
            return taskCalls.answer(
                    call, exchange, begun.round(), task.get(), (it, fault) -> table.answer(it, method, fault));
        }
        try (exchange) {
            return table.answer(call, method, begun.fault());
        }
    }

    private Call call(
            PostedMessage message, Caller caller, LiveCatalog live, CallStream stream, ModernExchange exchange) {
        return new Call(
                message,
                caller,
                new ModernClient(message, caller.pipe()),
                errors,
                frames.of(live, caller.principal()),
                live,
                live.seenBy(caller.principal()),
                stream,
                Optional.empty(),
                exchange,
                new SentProgress(),
                new CallReport());
    }

    /** Cancels a request of a client whose requests share a pipe; other clients cancel by disconnecting. */
    private void notification(PostedMessage message, Caller caller) {
        if (message.isSpelled(Member.METHOD, "notifications/cancelled")) {
            caller.pipe().ifPresent(pipe -> cancel(pipe, message.object(Member.PARAMS)));
        }
    }

    private void cancel(Object pipe, PostedObject params) {
        params.find("requestId")
                .filter(id -> id.length() <= PostedMessage.MAX_ID_BYTES)
                .map(PostedObject::raw)
                .ifPresent(id -> {
                    inFlight.cancel(pipe, id);
                    subscriptions.cancel(pipe, id);
                });
    }
}
