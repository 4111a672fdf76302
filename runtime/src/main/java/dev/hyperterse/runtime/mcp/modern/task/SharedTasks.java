package dev.hyperterse.runtime.mcp.modern.task;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows the tasks of this replica to the others, so that each of them answers for any task, and passes on what clients sent
 * there. A result outlives its replica; a task that runs does not.
 */
public final class SharedTasks {
    /** The longest sealed state: a larger result is found on its own replica alone. */
    public static final int LONGEST = 192 * 1024;

    /** How long a running task is shown without a word of its replica. */
    private static final Duration RUNNING = Duration.ofSeconds(30);

    /** How long a client waits until the replica of its task has heard of it. */
    private static final Duration HEARD = Duration.ofSeconds(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final int MOST_RESPONSES = 1_024;
    private static final String CANCEL = "cancel";
    private static final String RESPONSES = "responses";

    private final TaskBoard board;
    private final RequestSeal seal;
    private final BufferBudget budget;
    private final Map<String, Shown> kept = new ConcurrentHashMap<>();

    /** @param seal for texts of up to {@link #LONGEST} characters */
    public SharedTasks(TaskBoard board, RequestSeal seal, BufferBudget budget) {
        this.board = board;
        this.seal = seal;
        this.budget = budget;
    }

    /** A task that runs, or whose end is not shown yet; its monitor orders what is shown of it. */
    private record Shown(Task task) {}

    /**
     * A task of another replica.
     *
     * @param tool that it calls
     * @param ended whether nothing changes it any more
     * @param members of the task, as JSON without braces
     */
    public record Seen(String tool, boolean ended, byte[] members) {}

    /** Shows a task that a client has, from its beginning to its end; one that is forgotten is shown no more. */
    public void show(Task task) {
        if (board.isShared()) {
            show(kept.computeIfAbsent(task.id(), _ -> new Shown(task)));
        }
    }

    /** Shows tasks again that may have changed, and passes on what was sent to them. */
    public void pass() {
        if (board.isShared()) {
            kept.values().forEach(this::show);
        } else {
            kept.clear();
        }
    }

    private void show(Shown shown) {
        var task = shown.task();
        synchronized (shown) {
            var done = List.<String>of();
            do {
                // Read within the monitor: what is shown last is the newest.
                var state = task.shown();
                var sealed = task.isForgotten() ? Optional.<String>empty() : sealed(task, state);
                if (sealed.isEmpty()) {
                    kept.remove(task.id());
                    board.remove(task.id());
                    return;
                }
                var keep = state.end().isPresent() ? task.left() : RUNNING;
                var sent = board.show(task.id(), sealed.get(), keep, done);
                // An end that the others do not know yet is shown with the next pass.
                if (sent.isPresent() && state.end().isPresent()) {
                    kept.remove(task.id());
                }
                sent.stream().flatMap(List::stream).forEach(message -> pass(message.text(), task));
                done = sent.stream()
                        .flatMap(List::stream)
                        .map(TaskBoard.Message::id)
                        .toList();
            } while (!done.isEmpty());
        }
    }

    /** Empty where there is no room for it, or it is too long. */
    private Optional<String> sealed(Task task, Task.Shown state) {
        var tool = task.tool().getBytes(StandardCharsets.UTF_8);
        if (state.end().map(TaskEnd::size).orElse(0) > LONGEST) {
            return Optional.empty();
        }
        try (var out = budget.open(TaskJson.size(state))) {
            TaskJson.write(out, task, state);
            var content = ByteBuffer.allocate(Integer.BYTES + tool.length + 1 + out.size())
                    .putInt(tool.length)
                    .put(tool)
                    .put((byte) (state.end().isPresent() ? 1 : 0))
                    .put(out.array(), 0, out.size());
            return seal.seal(content.array(), state(task.id()));
        } catch (CallFailure noMemory) {
            return Optional.empty();
        }
    }

    private void pass(String message, Task task) {
        var sent = seal.open(message, message(task.id())).map(PostedObject::of);
        if (sent.flatMap(it -> it.find(CANCEL)).isPresent()) {
            task.cancel();
            return;
        }
        sent.flatMap(it -> it.object(RESPONSES).members(MOST_RESPONSES))
                .ifPresent(responses -> responses.forEach((key, response) -> answer(task, key, response.span())));
    }

    private static void answer(Task task, String key, JsonSpan response) {
        try {
            task.answer(key, response);
        } catch (CallFailure noMemory) {
            // The question stays open, and its client asks after it.
        }
    }

    /** A task of another replica that still has it, or had shown how it ended. */
    public Optional<Seen> look(String id) {
        return board.look(id).flatMap(text -> seal.open(text, state(id))).map(SharedTasks::seen);
    }

    private static Seen seen(byte[] content) {
        var in = ByteBuffer.wrap(content);
        var tool = new byte[in.getInt()];
        in.get(tool);
        var ended = in.get() == 1;
        var members = new byte[in.remaining()];
        in.get(members);
        return new Seen(new String(tool, StandardCharsets.UTF_8), ended, members);
    }

    /** @return false where the replica of the task would not hear of it */
    public boolean cancel(String id) {
        return send(id, "{\"" + CANCEL + "\":true}");
    }

    /**
     * @param responses the object that the client sent
     * @return false where the replica of the task would not hear of them
     */
    public boolean answer(String id, PostedObject responses) {
        return send(id, "{\"" + RESPONSES + "\":" + new String(responses.raw(), StandardCharsets.UTF_8) + "}");
    }

    private boolean send(String id, String message) {
        return seal.seal(message.getBytes(StandardCharsets.UTF_8), message(id))
                .filter(text -> text.length() <= RequestSeal.LONGEST)
                .map(text -> new TaskBoard.Message(UUID.randomUUID().toString(), text))
                .filter(sent -> board.send(id, sent) && isHeard(id, sent))
                .isPresent();
    }

    /** Waits: what the client reads next is what it has just changed. */
    private boolean isHeard(String id, TaskBoard.Message message) {
        var until = System.nanoTime() + HEARD.toNanos();
        try {
            while (board.holds(id, message.id())) {
                if (System.nanoTime() - until > 0) {
                    return false;
                }
                Thread.sleep(BETWEEN_LOOKS);
            }
            return true;
        } catch (InterruptedException shutdown) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static byte[] state(String id) {
        return ("state of task " + id).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] message(String id) {
        return ("message to task " + id).getBytes(StandardCharsets.UTF_8);
    }
}
