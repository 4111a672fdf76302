package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.method.Results;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks.Seen;
import dev.hyperterse.runtime.mcp.modern.task.Task;
import dev.hyperterse.runtime.mcp.modern.task.TaskJson;
import dev.hyperterse.runtime.mcp.modern.task.Tasks;
import dev.hyperterse.runtime.mcp.modern.task.Tasks.Found;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The methods of tasks: {@code tasks/get}, {@code tasks/update}, {@code tasks/cancel}. */
final class TaskMethods {
    private final Tasks tasks;
    private final SharedTasks shared;
    private final Results results;
    private final ServerFrames frames;

    TaskMethods(Tasks tasks, SharedTasks shared, Results results, ServerFrames frames) {
        this.tasks = tasks;
        this.shared = shared;
        this.results = results;
        this.frames = frames;
    }

    Answer get(Call call) {
        return of(
                call,
                task -> {
                    var shown = task.shown();
                    return results.written(call, call.frame(), TaskJson.size(shown), out -> {
                        TaskJson.write(out, task, shown);
                        call.frame().end(out);
                    });
                },
                (_, seen) -> results.written(call, call.frame(), seen.members().length, out -> {
                    out.raw(seen.members());
                    call.frame().end(out);
                }));
    }

    /** Responses to unknown questions are ignored, as those to questions that were answered before. */
    Answer update(Call call) {
        var responses = Rounds.responses(call.message());
        if (!call.message().has(Member.INPUT_RESPONSES) || responses.isEmpty()) {
            return call.failed(Rounds.malformedResponses());
        }
        return of(
                call,
                task -> {
                    responses.get().forEach(task::answer);
                    shared.show(task);
                    return acknowledged(call);
                },
                (id, seen) -> sent(
                        call,
                        seen.ended()
                                || shared.answer(
                                        id,
                                        call.principal().identity(),
                                        call.message().object(Member.INPUT_RESPONSES))));
    }

    Answer cancel(Call call) {
        return of(
                call,
                task -> {
                    task.cancel();
                    shared.show(task);
                    return acknowledged(call);
                },
                (id, seen) -> sent(
                        call, seen.ended() || shared.cancel(id, call.principal().identity())));
    }

    /** The answer to what another replica is to do. */
    private Answer sent(Call call, boolean arrives) {
        return arrives ? acknowledged(call) : elsewhere(call);
    }

    private Answer acknowledged(Call call) {
        var frame = frames.acknowledged(call);
        return results.written(call, frame, 0, frame::end);
    }

    /**
     * @param here answers for a task of this replica
     * @param there for one of another replica, by its id
     */
    private Answer of(Call call, Function<Task, Answer> here, BiFunction<String, Seen, Answer> there) {
        if (!DeclaredCapabilities.hasTasks(call.message().object(Member.CLIENT_CAPABILITIES))) {
            return call.failed(ModernErrors.noTasks());
        }
        var id = call.params().text("taskId");
        if (id.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'taskId' must be a string"));
        }
        return switch (tasks.find(id.get(), call.caller(), call.seen())) {
            case Found.Here(var task) -> here.apply(task);
            case Found.Elsewhere _ ->
                shared.look(id.get())
                        .map(seen ->
                                call.seen().tool(seen.tool()).isPresent() ? there.apply(id.get(), seen) : unknown(call))
                        .orElseGet(() -> elsewhere(call));
            case Found.Unknown _ -> unknown(call);
        };
    }

    private static Answer elsewhere(Call call) {
        return call.failed(ModernErrors.busy(
                "the task is on another replica, or has ended with it; try again, or begin a new one"));
    }

    private static Answer unknown(Call call) {
        return call.failed(RpcError.invalidParams("there is no such task of this caller; it may have expired"));
    }
}
