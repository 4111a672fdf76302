package dev.hyperterse.runtime.mcp.modern.task;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A task as members of a result. */
public final class TaskJson {
    /** How often clients should look. */
    private static final long POLL_MILLIS = 1_000;

    private static final int MEMBERS = 2 * 1024;

    private TaskJson() {}

    /** The members of every task. */
    public static void put(ObjectNode json, Task task, TaskStatus status, Instant updated) {
        json.put("taskId", task.id())
                .put("status", status.spelling())
                .put("createdAt", shown(task.created()))
                .put("lastUpdatedAt", shown(updated))
                .put("ttlMs", task.ttl().toMillis())
                .put("pollIntervalMs", POLL_MILLIS);
    }

    private static String shown(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** The most bytes that {@link #write} writes. */
    public static long size(Task.Shown shown) {
        long size = MEMBERS + shown.end().map(TaskEnd::size).orElse(0);
        for (var question : shown.questions().entrySet()) {
            // An escaped key, and the punctuation around it.
            size += 6L * question.getKey().length() + question.getValue().length + 4;
        }
        return size;
    }

    /** All members of a task, with its open questions or its end. */
    public static void write(ResultBuffer out, Task task, Task.Shown shown) {
        var json = JsonMapper.shared().createObjectNode();
        put(json, task, shown.status(), shown.updated());
        var members = JsonMapper.shared().writeValueAsBytes(json);
        out.raw(members, 1, members.length - 1);
        if (shown.end().isPresent()) {
            write(out, shown.end().get());
        } else if (!shown.questions().isEmpty()) {
            out.ascii(",\"inputRequests\":{");
            var separator = "";
            for (var question : shown.questions().entrySet()) {
                out.ascii(separator).quoted(question.getKey()).ascii(":").raw(question.getValue());
                separator = ",";
            }
            out.ascii("}");
        }
    }

    private static void write(ResultBuffer out, TaskEnd end) {
        switch (end) {
            case TaskEnd.Completed(var result) -> out.ascii(",\"result\":").raw(result);
            case TaskEnd.Failed(var error, var message) ->
                out.ascii(",\"statusMessage\":")
                        .quoted(message)
                        .ascii(",\"error\":")
                        .raw(error);
            case TaskEnd.Cancelled _ -> {
                // Its status says all.
            }
        }
    }
}
