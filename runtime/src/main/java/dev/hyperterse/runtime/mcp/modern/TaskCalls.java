package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.live.definition.EntryTool;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReport;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.call.SentProgress;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.Task;
import dev.hyperterse.runtime.mcp.modern.task.TaskEnd;
import dev.hyperterse.runtime.mcp.modern.task.TaskJson;
import dev.hyperterse.runtime.mcp.modern.task.TaskStatus;
import dev.hyperterse.runtime.mcp.modern.task.Tasks;
import dev.hyperterse.runtime.round.Round;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import tools.jackson.databind.json.JsonMapper;

/** Runs calls of tools that have tasks, for clients that know them: each on a thread of its own. */
final class TaskCalls {
    private static final String FULL =
            "busy: this replica or this caller has as many tasks as may run or be kept; try again when one has ended or expired";

    private static final String NOT_KEPT =
            "the call has completed, and its result cannot be kept: the memory for tasks of this replica or of this caller is full";

    private final Tasks tasks;
    private final SharedTasks shared;
    private final ServerFrames frames;

    TaskCalls(Tasks tasks, SharedTasks shared, ServerFrames frames) {
        this.tasks = tasks;
        this.shared = shared;
        this.frames = frames;
    }

    /** How the called tool has tasks; empty where this call has none. */
    static Optional<ToolLeaf.Task> settings(Call call) {
        var message = call.message();
        if (!message.isString(Member.NAME)
                || !DeclaredCapabilities.hasTasks(message.object(Member.CLIENT_CAPABILITIES))) {
            return Optional.empty();
        }
        return call.seen().tool(tool(call)).flatMap(it -> it.leaf().task());
    }

    /** The name of the tool that the call runs; empty where that is an entry tool which runs no other. */
    private static String tool(Call call) {
        var message = call.message();
        var name = message.string(Member.NAME);
        var entryTool = EntryTool.called(name, call.live().settings());
        if (entryTool.isEmpty()) {
            return name;
        }
        return entryTool.filter(EntryTool::runsOthers).isPresent() && message.isString(Member.TOOL)
                ? message.string(Member.TOOL)
                : "";
    }

    /**
     * The result of a call, or its task.
     *
     * @param exchange of its first part; closed with the call
     * @param method answers the call, or refuses it
     */
    Answer answer(
            Call call,
            ModernExchange exchange,
            Round round,
            ToolLeaf.Task settings,
            BiFunction<Call, Optional<RpcError>, Answer> method) {
        var task = begun(call, settings);
        if (task.isEmpty()) {
            try (exchange) {
                return method.apply(call, Optional.of(ModernErrors.busy(FULL)));
            }
        }
        var handover = new Handover(settings.afterMillis());
        var stream = new TaskStream(call.stream());
        var limit = limit(call.live().settings().limits(), settings);
        var run = new Run(task.get(), handover, new TaskExchange(exchange, round, task.get(), handover, limit));
        if (call.known().endsByDisconnecting()) {
            call.stream().onDisconnect(run::disconnected);
        }
        var detachable = detachable(call, stream, run);
        Thread.ofVirtual().name("task").start(() -> run.call(detachable, method));
        try {
            return handover.await().orElseGet(() -> created(call, task.get()));
        } catch (InterruptedException shutdown) {
            Thread.currentThread().interrupt();
            handover.abandon().ifPresent(Answer::release);
            task.get().scope().end(CallScope.End.SHUTDOWN);
            return call.failed(call.errors()
                    .callFailed(CallScope.failure(CallScope.End.SHUTDOWN).getMessage()));
        } finally {
            stream.detach();
        }
    }

    private static TimeLimit limit(Limits limits, ToolLeaf.Task settings) {
        var millis = limits.taskMillis(settings.timeoutMillis());
        var ofTool = settings.timeoutMillis().filter(own -> own == millis).isPresent();
        return TimeLimit.of(ofTool ? "task.timeout" : "limits.taskTimeout", millis);
    }

    private Optional<Task> begun(Call call, ToolLeaf.Task settings) {
        var live = call.live().settings();
        var times = new Task.Times(
                Duration.ofMillis(live.limits().taskMillis(settings.timeoutMillis())),
                Duration.ofMillis(settings.keepMillis()),
                Duration.ofMillis(live.scripting().inputTimeoutMillis()));
        try {
            return tasks.begin(
                    call.caller(),
                    tool(call),
                    times,
                    call.live(),
                    call.message().bytes().length);
        } catch (CallFailure noMemory) {
            return Optional.empty();
        }
    }

    /** The call without what its request has only until it is answered. */
    private static Call detachable(Call call, TaskStream stream, Run run) {
        return new Call(
                call.message(),
                call.caller().withoutEnd(),
                new TaskClient(call.known(), run.handover),
                call.errors(),
                call.frame(),
                call.live(),
                call.seen(),
                stream,
                Optional.of(run.task.scope()),
                run.exchange,
                new SentProgress(),
                new CallReport());
    }

    /** Outside of the budget: a client without the id would never find its task. */
    private Answer created(Call call, Task task) {
        // Before its client can ask another replica for it.
        shared.show(task);
        var json = JsonMapper.shared().createObjectNode();
        TaskJson.put(json, task, TaskStatus.WORKING, task.created());
        return new Answer.Small(Rpc.resultBytes(call.message(), json, frames.task(call)), Optional.empty());
    }

    private final class Run {
        private final Task task;
        private final Handover handover;
        private final TaskExchange exchange;

        private Run(Task task, Handover handover, TaskExchange exchange) {
            this.task = task;
            this.handover = handover;
            this.exchange = exchange;
        }

        /** A client that has a task is not expected to stay. */
        private void disconnected() {
            if (!handover.isDetached()) {
                task.scope().end(CallScope.End.CLIENT);
            }
        }

        private void call(Call call, BiFunction<Call, Optional<RpcError>, Answer> method) {
            var answer = call.failed(RpcError.of(RpcError.INTERNAL_ERROR, "Internal error"));
            try (exchange) {
                answer = method.apply(call, Optional.empty());
            } finally {
                end(call, answer);
            }
        }

        private void end(Call call, Answer answer) {
            if (handover.end(answer)) {
                tasks.end(task, new TaskEnd.Cancelled(), new TaskEnd.Cancelled());
                tasks.forget(task);
                return;
            }
            try {
                var unkept = call.failed(RpcError.of(RpcError.INTERNAL_ERROR, NOT_KEPT));
                tasks.end(task, how(call, answer), how(call, unkept));
            } finally {
                answer.release();
            }
            shared.show(task);
        }

        private static TaskEnd how(Call call, Answer answer) {
            if (answer instanceof Answer.Nothing) {
                return new TaskEnd.Cancelled();
            }
            var outcome = Rpc.outcome(call.message(), answer);
            var json = Arrays.copyOfRange(outcome.bytes(), outcome.from(), outcome.to());
            return answer instanceof Answer.Failed
                    ? new TaskEnd.Failed(
                            json, PostedObject.of(json).text("message").orElse(""))
                    : new TaskEnd.Completed(json);
        }
    }
}
