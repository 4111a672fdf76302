package dev.hyperterse.runtime.mcp.modern.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.modern.task.Tasks.Found;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bounds of tasks, and when they are forgotten. */
@Timeout(60)
class TasksTest {
    private static final int MOST = 224 * 1024;
    private static final Task.Times LONG =
            new Task.Times(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final Caller ANN = named("ann");
    private static final Caller BOB = named("bob");
    private static final CatalogView SEEN = view("tool");
    private static final TaskEnd NO_ROOM = new TaskEnd.Failed(new byte[2], "no room");

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final BufferBudget budget = new BufferBudget(1 << 20);
    private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.parse("2026-11-28T08:00:00Z"));
    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());
    private final KeyRing keys = KeyRing.random();
    private final Tasks tasks = tasks("uid");

    @Test
    void resultThatDoesNotFitIsNotKept() {
        var small = begin(ANN).orElseThrow();
        tasks.end(small, new TaskEnd.Completed(new byte[1_000]), NO_ROOM);
        var large = begin(ANN).orElseThrow();
        tasks.end(large, new TaskEnd.Completed(new byte[MOST / 2]), NO_ROOM);
        assertThat(small.shown().status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(large.shown().end()).contains(NO_ROOM);
        assertThat(budget.used()).isZero();
    }

    @Test
    void callerHasHalfOfTheMemory() {
        var begun = 0;
        for (var next = begin(ANN); next.isPresent(); next = begin(ANN)) {
            tasks.end(next.get(), new TaskEnd.Cancelled(), NO_ROOM);
            begun++;
        }
        assertThat(begun).isEqualTo(8);
        assertThat(begin(BOB)).isPresent();
    }

    @Test
    void forgottenTaskLeavesNothing() {
        for (int round = 0; round < 100; round++) {
            var task = begin(ANN).orElseThrow();
            tasks.end(task, new TaskEnd.Completed(new byte[10_000]), NO_ROOM);
            tasks.forget(task);
            tasks.forget(task);
            assertThat(tasks.find(task.id(), ANN, SEEN)).isInstanceOf(Found.Unknown.class);
        }
        assertThat(budget.used()).isZero();
    }

    /** Another token of the same user may have fewer rights. */
    @Test
    void taskOfAToolThatIsNotSeenIsUnknown() {
        var task = begin(ANN).orElseThrow();
        assertThat(tasks.find(task.id(), ANN, view("other"))).isInstanceOf(Found.Unknown.class);
        assertThat(tasks.find(task.id(), ANN, SEEN)).isInstanceOf(Found.Here.class);
    }

    @Test
    void halfOfTheCallsMayBeTasksAndAQuarterOfOneCaller() {
        var tasks = tasks("uid", 16 << 20);
        var eight = live(8);
        assertThat(tasks.begin(ANN, "tool", LONG, eight, 1)).isPresent();
        var second = tasks.begin(ANN, "tool", LONG, eight, 1).orElseThrow();
        assertThat(tasks.begin(ANN, "tool", LONG, eight, 1)).isEmpty();
        assertThat(tasks.begin(BOB, "tool", LONG, eight, 1)).isPresent();
        assertThat(tasks.begin(BOB, "tool", LONG, eight, 1)).isPresent();
        assertThat(tasks.begin(named("cid"), "tool", LONG, eight, 1)).isEmpty();
        tasks.end(second, new TaskEnd.Cancelled(), NO_ROOM);
        assertThat(tasks.begin(named("cid"), "tool", LONG, eight, 1)).isPresent();
    }

    @Test
    void taskThatRunsIsKeptAndExpiresBehindItsEnd() throws Exception {
        var brief = new Task.Times(Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofMinutes(5));
        var task = tasks.begin(ANN, "tool", brief, live(8), 1).orElseThrow();
        clock.updateAndGet(now -> now.plus(Duration.ofMinutes(5)));
        assertThat(tasks.find(task.id(), ANN, SEEN)).isInstanceOf(Found.Here.class);
        assertThat(task.ttl()).isEqualTo(Duration.ofMinutes(5).plusMillis(10));
        tasks.end(task, new TaskEnd.Completed(new byte[1_000]), NO_ROOM);
        TestEndpoint.await("it is forgotten", () -> tasks.find(task.id(), ANN, SEEN) instanceof Found.Unknown);
        assertThat(budget.used()).isZero();
    }

    /** A result that cannot be kept is work in vain. */
    @Test
    void noTaskBeginsWithoutRoomForItsResult() {
        var begun = begin(ANN);
        assertThat(begun).isPresent();
        assertThat(begin(ANN)).isEmpty();
        tasks.end(begun.orElseThrow(), new TaskEnd.Completed(new byte[1_000]), NO_ROOM);
        assertThat(begin(ANN)).isPresent();
    }

    @Test
    void scriptCannotAskForEver() {
        var reply = new AtomicReference<ClientReply>();
        var task = begin(ANN).orElseThrow();
        clock.updateAndGet(now -> now.plus(Duration.ofMinutes(10 + 1 + 8 * 5 + 1)));
        task.ask("k", new byte[0], TasksTest::copied, reply::set);
        assertThat(reply.get()).isEqualTo(new ClientReply.Failed("the task has waited for its client for too long"));
    }

    @Test
    void taskOfAnEndedReplicaIsElsewhereUntilItHasExpired() {
        var task = begin(ANN).orElseThrow();
        var successor = tasks("uid");
        assertThat(successor.find(task.id(), ANN, SEEN)).isInstanceOf(Found.Elsewhere.class);
        assertThat(successor.find(task.id(), BOB, SEEN)).isInstanceOf(Found.Unknown.class);
        assertThat(tasks("other").find(task.id(), ANN, SEEN)).isInstanceOf(Found.Unknown.class);
        clock.updateAndGet(now -> now.plus(Duration.ofHours(2)));
        assertThat(successor.find(task.id(), ANN, SEEN)).isInstanceOf(Found.Unknown.class);
    }

    /** A last question at the last moment, whose answer the rest of the call follows. */
    @Test
    void taskIsElsewhereAsLongAsItIsKept() {
        var task = begin(ANN).orElseThrow();
        clock.updateAndGet(now -> now.plus(Duration.ofMinutes(10 + 1 + 8 * 5)));
        task.ask("k", new byte[0], TasksTest::copied, _ -> {});
        assertThat(task.shown().status()).isEqualTo(TaskStatus.INPUT_REQUIRED);
        clock.updateAndGet(now -> now.plus(Duration.ofMinutes(5 + 10)));
        tasks.end(task, new TaskEnd.Completed(new byte[1]), NO_ROOM);
        clock.updateAndGet(now -> now.plus(Duration.ofMinutes(1)).minusMillis(1));
        assertThat(task.left()).isPositive();
        assertThat(tasks("uid").find(task.id(), ANN, SEEN)).isInstanceOf(Found.Elsewhere.class);
    }

    @Test
    void callWithoutMemoryBeginsNoTask() {
        var held = budget.reservation();
        held.take(1 << 20);
        try {
            tasks.begin(ANN, "tool", LONG, live(8), 1 << 20);
            throw new AssertionError("it began");
        } catch (CallFailure busy) {
            assertThat(busy).hasMessageContaining("busy");
        } finally {
            held.close();
        }
        assertThat(begin(ANN)).isPresent();
    }

    @Test
    void questionEndsAfterItsTimeOrWithItsTask() throws Exception {
        var late = new AtomicReference<ClientReply>();
        var impatient = new Task.Times(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofMillis(5));
        var task = tasks.begin(BOB, "tool", impatient, live(256), 1).orElseThrow();
        task.ask("k", new byte[0], TasksTest::copied, late::set);
        TestEndpoint.await("it is late", () -> late.get() != null);
        assertThat(late.get()).isEqualTo(new ClientReply.Failed("the client did not answer within 0 s"));
        assertThat(task.shown().status()).isEqualTo(TaskStatus.WORKING);

        var unanswered = new AtomicReference<ClientReply>();
        var patient = begin(ANN).orElseThrow();
        patient.ask("other", new byte[0], TasksTest::copied, unanswered::set);
        patient.cancel();
        patient.answer("other", JsonSpan.empty());
        assertThat(unanswered.get()).isEqualTo(new ClientReply.Failed("the task has ended"));
        assertThat(patient.shown().questions()).isEmpty();
    }

    /** A caller is admitted by one catalog, and the next one is live before the task is there. */
    @Test
    void swapThatComesBeforeItsTaskIsNotOverlooked() {
        var admitted = live(8);
        catalogs.swap(Servers.searching().catalog(2, Leaves.tool("tool", "another")));
        var kept = tasks.begin(ANN, "tool", LONG, admitted, 1);
        assertThat(kept).isPresent();
        tasks.end(kept.orElseThrow(), new TaskEnd.Cancelled(), NO_ROOM);

        catalogs.swap(Servers.searching().catalog(3, Leaves.tool("other", "one")));
        assertThat(tasks.begin(ANN, "tool", LONG, admitted, 1)).isEmpty();
        assertThat(budget.used()).isZero();
        assertThat(tasks.begin(ANN, "other", LONG, catalogs.current().orElseThrow(), 1))
                .isPresent();
    }

    /** Its caller does not learn its id, so nothing else would end it. */
    @Test
    void taskWhoseCatalogCannotBeComparedLeavesNothing() {
        var broken = withBrokenTools(live(8));
        catalogs.swap(Servers.searching().catalog(2, Leaves.tool("tool", "one")));
        for (var attempt = 0; attempt < 8; attempt++) {
            assertThatIllegalStateException().isThrownBy(() -> tasks.begin(ANN, "tool", LONG, broken, 1));
        }
        assertThat(budget.used()).isZero();
    }

    private static LiveCatalog withBrokenTools(LiveCatalog live) {
        var broken = new AbstractMap<String, LiveTool>() {
            @Override
            public Set<Map.Entry<String, LiveTool>> entrySet() {
                throw new IllegalStateException("broken");
            }
        };
        return new LiveCatalog(
                live.revision(),
                live.settings(),
                live.values(),
                broken,
                live.program(),
                live.limitsTools(),
                live.prompts(),
                live.resources(),
                live.directory(),
                live.listings(),
                live.segments(),
                live.index(),
                live.classes(),
                live.toolsets(),
                live.refused());
    }

    private static Optional<byte[]> copied(JsonSpan response) {
        return Optional.of(new byte[response.length()]);
    }

    private static CatalogView view(String tool) {
        return FakeLinker.catalogs(new FakeLinker())
                .swap(Servers.searching().catalog(1, Leaves.tool(tool, "one")))
                .live();
    }

    private LiveCatalog live(int concurrentCalls) {
        var limits = new Limits(1, 1, 1, 1_000, concurrentCalls, 1);
        return catalogs.swap(Servers.searching().with(limits).catalog(1, Leaves.tool("tool", "one")))
                .live();
    }

    private Optional<Task> begin(Caller caller) {
        return tasks.begin(caller, "tool", LONG, live(256), 1);
    }

    private Tasks tasks(String uid) {
        return tasks(uid, MOST);
    }

    private Tasks tasks(String uid, long most) {
        var seal = new RequestSeal(uid, () -> keys, new SecureRandom());
        return new Tasks(
                catalogs,
                seal,
                deadlines,
                budget,
                most,
                new SharedTasks(new NoTaskBoard(), seal, budget, clock::get),
                clock::get);
    }

    private static Caller named(String subject) {
        var anonymous = Caller.anonymous(Optional.empty(), Optional.empty());
        return new Caller(
                Principal.named("keys", subject),
                anonymous.until(),
                anonymous.sessionId(),
                anonymous.protocolVersion(),
                anonymous.traceParent(),
                anonymous.headers(),
                anonymous.segments(),
                anonymous.pipe());
    }
}
