package dev.hyperterse.runtime.mcp.modern.task;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The tasks of this replica. The id of a task is sealed for its caller, and names the replica that keeps it, so that every
 * other replica knows whether to look for it among {@link SharedTasks}, and only its caller finds it.
 */
public final class Tasks {
    /** A task without its result: its id, which is there twice, and its objects. */
    private static final int EMPTY = 2 * 1024;

    /** The head of the request, which the call may read to its end. */
    private static final int HEAD = 32 * 1024;

    /** Of a result that nothing makes larger: a call that could not keep it would run in vain. */
    private static final int RESULT = 96 * 1024;

    /** Beyond the longest task; each has limits of its own. */
    private static final TimeLimit LONGEST =
            TimeLimit.unnamed(Duration.ofDays(30).toMillis());

    private static final int UUID_BYTES = 2 * Long.BYTES;

    private final LiveCatalogs catalogs;
    private final RequestSeal seal;
    private final DeadlineTimer deadlines;
    private final BufferBudget budget;
    private final TextQuota quota;
    private final SharedTasks shared;
    private final InstantSource clock;
    private final UUID replica = random();
    private final Map<String, Kept> tasks = new HashMap<>();
    private final Map<String, Share> shares = new HashMap<>();
    private int running;

    /** @param most bytes of all tasks and their results; a caller has as much as it leaves for others */
    public Tasks(
            LiveCatalogs catalogs,
            RequestSeal seal,
            DeadlineTimer deadlines,
            BufferBudget budget,
            long most,
            SharedTasks shared,
            InstantSource clock) {
        this.catalogs = catalogs;
        this.seal = seal;
        this.deadlines = deadlines;
        this.budget = budget;
        this.quota = new TextQuota(most);
        this.shared = shared;
        this.clock = clock;
        catalogs.listen(this::changed);
    }

    private static final class Share {
        private int tasks;
        private int running;
    }

    /** A task until it expires, which is counted from its end. */
    private final class Kept extends DeadlineTimer.Timed {
        private final Task task;
        private long bytes = EMPTY + RESULT;
        private boolean runs = true;

        private Kept(Task task) {
            this.task = task;
        }

        @Override
        protected void expire() {
            forget(task);
        }
    }

    /** The result of looking for a task. */
    public sealed interface Found {
        record Here(Task task) implements Found {}

        /** Another replica keeps it, or has kept it and has ended. */
        record Elsewhere() implements Found {}

        record Unknown() implements Found {}
    }

    /**
     * Begins a task; it must end, or be forgotten.
     *
     * @param tool the name by which the caller calls it
     * @param live admitted the caller; half of its concurrent calls may be tasks, and a quarter those of one caller
     * @param request the length of the message that the call holds on to
     * @return empty where there are too many, or where a swap has since taken the tool from the caller
     * @throws dev.hyperterse.calls.CallFailure where there is no memory for the message
     */
    public Optional<Task> begin(Caller caller, String tool, Task.Times times, LiveCatalog live, int request) {
        if (!takes(caller.principal().identity(), live.settings().limits().concurrentCalls())) {
            return Optional.empty();
        }
        var task = admitted(caller, tool, times, request);
        var allowed = false;
        try {
            // A swap between the admission of the caller and here has not found the task.
            allowed = catalogs.changeSince(live)
                    .filter(change -> !isAllowed(task, change, change.authenticatesAgain()))
                    .isEmpty();
        } finally {
            if (!allowed) {
                forget(task);
                task.release();
            }
        }
        return allowed ? Optional.of(task) : Optional.empty();
    }

    private Task admitted(Caller caller, String tool, Task.Times times, int request) {
        var holder = caller.principal().identity();
        var memory = budget.reservation();
        var begun = false;
        try {
            memory.take((long) request + HEAD);
            var task = new Task(
                    id(owner(caller), clock.instant().plus(times.longest())),
                    holder,
                    caller.principal(),
                    tool,
                    times,
                    CallScope.open(deadlines, LONGEST),
                    deadlines,
                    clock,
                    memory);
            var kept = new Kept(task);
            synchronized (this) {
                tasks.put(task.id(), kept);
            }
            begun = true;
            return task;
        } finally {
            if (!begun) {
                memory.close();
                returns(holder, true, EMPTY + RESULT);
            }
        }
    }

    private synchronized boolean takes(String holder, int concurrentCalls) {
        var share = shares.computeIfAbsent(holder, _ -> new Share());
        var admitted = running < Math.max(1, concurrentCalls / 2)
                && share.running < Math.max(1, concurrentCalls / 4)
                && quota.reserve(holder, EMPTY + RESULT);
        if (admitted) {
            running++;
            share.tasks++;
            share.running++;
        } else if (share.tasks == 0) {
            shares.remove(holder);
        }
        return admitted;
    }

    private synchronized void returns(String holder, boolean runs, long bytes) {
        var share = shares.get(holder);
        share.tasks--;
        quota.release(holder, bytes);
        if (runs) {
            running--;
            share.running--;
        }
        if (share.tasks == 0) {
            shares.remove(holder);
        }
    }

    /**
     * The call of a task has ended.
     *
     * @param withoutRoom how the task ends where the result cannot be kept
     */
    public void end(Task task, TaskEnd how, TaskEnd withoutRoom) {
        task.release();
        task.end(keeps(task, task.hasEnded() ? 0 : how.size()) ? how : withoutRoom);
        synchronized (this) {
            Optional.ofNullable(tasks.get(task.id()))
                    .ifPresent(kept ->
                            deadlines.add(kept, System.nanoTime() + task.left().toNanos()));
        }
    }

    /** Whether the result of a call that has ended can be kept; that of an expired task need not be. */
    private synchronized boolean keeps(Task task, int size) {
        var kept = tasks.get(task.id());
        if (kept == null) {
            return true;
        }
        if (kept.runs) {
            kept.runs = false;
            running--;
            shares.get(task.holder()).running--;
        }
        long more = EMPTY + size - kept.bytes;
        if (more > 0 && !quota.reserve(task.holder(), more)) {
            return false;
        }
        if (more < 0) {
            quota.release(task.holder(), -more);
        }
        kept.bytes += more;
        return true;
    }

    /** Ends and forgets the tasks whose callers may not call their tools any more. */
    private void changed(CatalogChange change) {
        var authenticatesAgain = change.authenticatesAgain();
        List<Task> known;
        synchronized (this) {
            known = tasks.values().stream().map(kept -> kept.task).toList();
        }
        known.stream()
                .filter(task -> !isAllowed(task, change, authenticatesAgain))
                .forEach(task -> {
                    forget(task);
                    task.cancel();
                    // A swap does not wait for the others.
                    Thread.ofVirtual().name("task").start(() -> shared.show(task));
                });
    }

    private static boolean isAllowed(Task task, CatalogChange change, Predicate<Principal> authenticatesAgain) {
        try {
            return task.isAllowed(change, authenticatesAgain);
        } catch (RuntimeException | Error failed) {
            BackgroundTurn.failed("task of a changed catalog", failed);
            return false;
        }
    }

    /** The client got the result of the call, and no task; or the task has expired. */
    public void forget(Task task) {
        task.forget();
        Kept kept;
        synchronized (this) {
            kept = tasks.remove(task.id());
            if (kept != null) {
                returns(task.holder(), kept.runs, kept.bytes);
            }
        }
        if (kept != null) {
            deadlines.remove(kept);
        }
    }

    /** @param seen by the caller now: another token of the same user may have fewer rights */
    public Found find(String id, Caller caller, CatalogView seen) {
        var content = seal.open(id, bound(owner(caller))).map(ByteBuffer::wrap);
        if (content.isEmpty()) {
            return new Found.Unknown();
        }
        var keeper = new UUID(content.get().getLong(), content.get().getLong());
        var until = Instant.ofEpochMilli(content.get().getLong());
        if (!keeper.equals(replica)) {
            return clock.instant().isBefore(until) ? new Found.Elsewhere() : new Found.Unknown();
        }
        synchronized (this) {
            return Optional.ofNullable(tasks.get(id))
                    .map(kept -> kept.task)
                    .filter(task -> seen.tool(task.tool()).isPresent())
                    .<Found>map(Found.Here::new)
                    .orElseGet(Found.Unknown::new);
        }
    }

    private String id(String owner, Instant until) {
        var number = random();
        var content = ByteBuffer.allocate(2 * UUID_BYTES + Long.BYTES)
                .putLong(replica.getMostSignificantBits())
                .putLong(replica.getLeastSignificantBits())
                .putLong(until.toEpochMilli())
                .putLong(number.getMostSignificantBits())
                .putLong(number.getLeastSignificantBits());
        return seal.seal(content.array(), bound(owner)).orElseThrow();
    }

    /** Of the identity of a caller at a URL; results may depend on its segments. */
    private static String owner(Caller caller) {
        return caller.principal().identityAtUrl() + "\0" + caller.segments().text();
    }

    /** No request that has a state begins like this: it is bound by a digest. */
    private static byte[] bound(String owner) {
        return ("task of " + owner).getBytes(StandardCharsets.UTF_8);
    }

    private static UUID random() {
        var random = new SecureRandom();
        return new UUID(random.nextLong(), random.nextLong());
    }
}
