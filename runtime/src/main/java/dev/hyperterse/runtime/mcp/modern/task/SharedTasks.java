package dev.hyperterse.runtime.mcp.modern.task;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.turn.SharedPermits;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Done;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Fate;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Message;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

    /** By how much the clocks of replicas may differ. */
    private static final Duration SKEW = Duration.ofSeconds(10);

    /** A message that is found later was put back. */
    private static final Duration MESSAGE = Duration.ofMinutes(1);

    /** How long a client waits until the replica of its task has heard of it. */
    private static final Duration HEARD = Duration.ofSeconds(5);

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(400);

    /** Messages of clients that wait until they are taken: each has a thread. */
    private static final int MOST_WAITING = 32;

    private static final int MOST_RESPONSES = 1_024;
    private static final String CANCEL = "cancel";
    private static final String RESPONSES = "responses";

    private final TaskBoard board;
    private final RequestSeal seal;
    private final BufferBudget budget;
    private final InstantSource clock;
    private final SharedPermits<String> waiting = new SharedPermits<>(MOST_WAITING);

    /** Tasks that may change, or whose end the others may not know. */
    private final Map<String, Task> kept = new ConcurrentHashMap<>();

    /** @param seal for texts of up to {@link #LONGEST} characters */
    public SharedTasks(TaskBoard board, RequestSeal seal, BufferBudget budget, InstantSource clock) {
        this.board = board;
        this.seal = seal;
        this.budget = budget;
        this.clock = clock;
    }

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
        kept.put(task.id(), task);
        if (board.isShared()) {
            shown(task);
        }
    }

    /** Shows tasks again that may have changed, and passes on what was sent to them. */
    public void pass() {
        if (board.isShared()) {
            kept.values().forEach(task -> BackgroundTurn.run("shared task", () -> shown(task)));
        } else {
            kept.values().removeIf(task -> task.hasEnded() || task.isForgotten());
        }
    }

    private void shown(Task task) {
        synchronized (task.showing()) {
            try {
                var done = written(task, List.of()).stream()
                        .flatMap(message -> pass(message, task).stream())
                        .toList();
                if (!done.isEmpty()) {
                    // The sender waits for the state after its message. Later ones have their turn with the next pass.
                    written(task, done);
                }
            } catch (CallFailure noMemory) {
                // The former state stays until the next pass.
            }
        }
    }

    /** @return the messages that were sent to the task */
    private List<Message> written(Task task, List<Done> done) {
        // Read where writes are in order: what is shown last is the newest.
        var state = task.shown();
        var keep = state.end().isPresent() ? task.left() : RUNNING;
        if (!board.answers() && !keep.isZero()) {
            // Nothing is sealed in vain, however long that lasts.
            return List.of();
        }
        var sealed = task.isForgotten() || keep.isZero() ? Optional.<String>empty() : sealed(task, state, keep);
        if (sealed.isEmpty()) {
            var removed = board.remove(task.id()) || keep.isZero();
            if (removed && (state.end().isPresent() || task.isForgotten())) {
                kept.remove(task.id());
            }
            return List.of();
        }
        var sent = board.show(task.id(), sealed.get(), keep, done);
        if (state.end().isPresent() && sent.filter(List::isEmpty).isPresent()) {
            // A message that comes later finds the end.
            kept.remove(task.id());
        }
        return sent.orElse(List.of());
    }

    /** Empty where it is too long. @throws CallFailure where there is no room for it now */
    private Optional<String> sealed(Task task, Task.Shown state, Duration keep) {
        var tool = task.tool().getBytes(StandardCharsets.UTF_8);
        var size = TaskJson.size(state);
        if (size > LONGEST) {
            return Optional.empty();
        }
        try (var out = budget.open(size)) {
            TaskJson.write(out, task, state);
            var content = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + tool.length + 1 + out.size())
                    .putLong(clock.instant().plus(keep).plus(SKEW).toEpochMilli())
                    .putInt(tool.length)
                    .put(tool)
                    .put((byte) (state.end().isPresent() ? 1 : 0))
                    .put(out.array(), 0, out.size());
            return seal.seal(content.array(), state(task.id()));
        }
    }

    /** Empty where it has to be passed on again. */
    private Optional<Done> pass(Message message, Task task) {
        var taken = Optional.of(new Done(message.id(), true));
        var content = seal.open(message.text(), message(task.id())).map(ByteBuffer::wrap);
        if (content.isEmpty()
                || Instant.ofEpochMilli(content.get().getLong())
                        .isBefore(clock.instant().minus(MESSAGE))) {
            return Optional.of(new Done(message.id(), false));
        }
        var json = new byte[content.get().remaining()];
        content.get().get(json);
        var sent = PostedObject.of(json);
        if (sent.has(CANCEL)) {
            task.cancel();
            return taken;
        }
        try {
            sent.object(RESPONSES)
                    .members(MOST_RESPONSES)
                    .ifPresent(responses -> responses.forEach((key, response) -> task.answer(key, response.span())));
            return taken;
        } catch (CallFailure noMemory) {
            return Optional.empty();
        }
    }

    /** A task of another replica that still has it, or had shown how it ended. */
    public Optional<Seen> look(String id) {
        return board.look(id)
                .flatMap(text -> seal.open(text, state(id)))
                .map(ByteBuffer::wrap)
                .filter(content -> clock.instant().isBefore(Instant.ofEpochMilli(content.getLong())))
                .map(SharedTasks::seen);
    }

    private static Seen seen(ByteBuffer in) {
        var tool = new byte[in.getInt()];
        in.get(tool);
        var ended = in.get() == 1;
        var members = new byte[in.remaining()];
        in.get(members);
        return new Seen(new String(tool, StandardCharsets.UTF_8), ended, members);
    }

    /**
     * @param caller its identity; callers share what may wait
     * @return false where the replica of the task may not have heard of it
     */
    public boolean cancel(String id, String caller) {
        return send(id, caller, "{\"" + CANCEL + "\":true}");
    }

    /**
     * @param caller its identity
     * @param responses the object that the client sent
     * @return false where the replica of the task may not have heard of them
     */
    public boolean answer(String id, String caller, PostedObject responses) {
        return send(id, caller, "{\"" + RESPONSES + "\":" + new String(responses.raw(), StandardCharsets.UTF_8) + "}");
    }

    private boolean send(String id, String caller, String message) {
        var json = message.getBytes(StandardCharsets.UTF_8);
        var content = ByteBuffer.allocate(Long.BYTES + json.length)
                .putLong(clock.millis())
                .put(json);
        if (!waiting.tryAcquire(caller)) {
            return false;
        }
        try {
            return seal.seal(content.array(), message(id))
                    .filter(text -> text.length() <= RequestSeal.LONGEST)
                    .map(text -> new Message(UUID.randomUUID().toString(), text))
                    .filter(sent -> board.send(id, sent) && isTaken(id, sent))
                    .isPresent();
        } finally {
            waiting.release(caller);
        }
    }

    /** Waits: what the client reads next is what it has just changed. */
    private boolean isTaken(String id, Message message) {
        var until = System.nanoTime() + HEARD.toNanos();
        var pause = Duration.ofMillis(25);
        try {
            var fate = board.fate(id, message.id());
            if (fate == Fate.WAITS && look(id).filter(Seen::ended).isPresent()) {
                // Nothing takes a message behind the last state of a task.
                return true;
            }
            while (fate == Fate.WAITS && System.nanoTime() - until < 0) {
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
                Thread.sleep(pause);
                fate = board.fate(id, message.id());
            }
            return fate == Fate.TAKEN;
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
