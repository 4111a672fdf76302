package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.realm.HardenedContexts.Bounds;
import dev.hyperterse.scripts.realm.HardenedContexts.Owner;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets which context, and which ones go. */
class HardenedContextsTest {
    private static final Owner SHOP = new Owner("shop", false);
    private static final ScriptFiles NONE = ScriptFiles.of(Map.of());
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final Sandbox sandbox = new Sandbox();
    private final DeadlineTimer timers = new DeadlineTimer();
    private final BlockingQueue<Runnable> background = new LinkedBlockingQueue<>();
    private boolean heapIsShort;

    @AfterEach
    void close() {
        timers.close();
        sandbox.close();
    }

    @Test
    void contextReturnsOnlyToTheScriptsThatItHasServed() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));
        var first = lease(contexts, SHOP);
        first.end(true, 0);

        assertThat(lease(contexts, new Owner("desk", false)).context()).isNotSameAs(first.context());
        assertThat(lease(contexts, new Owner("shop", true)).context()).isNotSameAs(first.context());
        assertThat(lease(contexts, SHOP).context()).isSameAs(first.context());
    }

    @Test
    void contextOfTheFirstRunServesAnybodyAndThenThemAlone() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));
        var first = lease(contexts, Owner.FIRST_RUN);
        first.end(true, 0);

        var second = lease(contexts, SHOP);
        assertThat(second.context()).isSameAs(first.context());
        second.end(true, 0);
        assertThat(lease(contexts, new Owner("desk", false)).context()).isNotSameAs(first.context());
    }

    @Test
    void nothingIsMadeAheadBesideTheFirstRun() {
        var contexts = contexts(new Bounds(2, 4, 8, LONG, 100, 1000));
        lease(contexts, Owner.FIRST_RUN).end(true, 0);
        assertThat(background).isEmpty();

        lease(contexts, SHOP);
        assertThat(background).hasSize(1);
    }

    @Test
    void onlyPluginsAreApartFromTheOtherScriptsOfTheirNamespace() {
        assertThat(Stream.of(ScriptOwner.Kind.values())
                        .filter(kind -> !Owner.of(new ScriptOwner(kind, "shop", "a", false))
                                .equals(Owner.of(new ScriptOwner(ScriptOwner.Kind.TOOL, "shop", "b", false)))))
                .containsExactly(ScriptOwner.Kind.AUTH_PLUGIN);
    }

    @Test
    void contextHasOneRunAtATime() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));

        assertThat(lease(contexts, SHOP).context())
                .isNotSameAs(lease(contexts, SHOP).context());
    }

    @Test
    void runThatDidNotCompleteTakesItsContextAlong() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));
        var broken = lease(contexts, SHOP);
        broken.end(false, 0);

        assertClosed(broken.context());
        assertThat(lease(contexts, SHOP).context()).isNotSameAs(broken.context());
    }

    @Test
    void stoppedContextIsNotUsedAgain() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));
        var stopped = lease(contexts, SHOP);
        stopped.stop();

        assertClosed(stopped.context());
        assertThat(lease(contexts, SHOP).context()).isNotSameAs(stopped.context());
    }

    @Test
    void moreThanMayWaitAreClosedFromTheOldestOn() {
        var contexts = contexts(new Bounds(0, 4, 2, LONG, 100, 1000));
        var leases = leases(contexts, 3);
        leases.forEach(lease -> lease.end(true, 0));

        assertClosed(leases.getFirst().context());
        leases.stream().skip(1).forEach(lease -> assertOpen(lease.context()));
    }

    @Test
    void contextInWhichMuchWasAllocatedIsClosedWhenTheHeapIsShort() {
        heapIsShort = true;
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 1000));
        var first = lease(contexts, SHOP);
        first.end(true, 60);
        assertOpen(first.context());

        var second = lease(contexts, SHOP);
        assertThat(second.context()).isSameAs(first.context());
        second.end(true, 60);
        assertClosed(first.context());
    }

    /** A context is allocated in by each run, and would be made again after some hundred. */
    @Test
    void contextsInWhichMuchWasAllocatedStayWhileTheHeapHasRoom() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 150));
        var leases = leases(contexts, 2);
        leases.forEach(lease -> lease.end(true, 1_000));

        assertThat(leases(contexts, 2))
                .extracting(ContextLease::context)
                .containsExactlyInAnyOrderElementsOf(
                        leases.stream().map(ContextLease::context).toList());
    }

    @Test
    void contextInWhichVeryMuchWasAllocatedIsClosedAtLast() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 150));
        var lease = lease(contexts, SHOP);
        lease.end(true, 10_000);
        assertOpen(lease.context());

        lease(contexts, SHOP).end(true, 1);
        assertClosed(lease.context());
    }

    @Test
    void contextsThatHaveWaitedGoOnceTheHeapIsShort() {
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 150));
        var leases = leases(contexts, 3);
        leases.forEach(lease -> lease.end(true, 1_000));
        heapIsShort = true;

        var used = lease(contexts, SHOP);
        assertThat(used.context()).isSameAs(leases.getLast().context());
        used.end(true, 0);
        leases.forEach(lease -> assertClosed(lease.context()));
    }

    @Test
    void contextsInWhichMuchWasAllocatedTogetherAreClosedFromTheOldestOnWhenTheHeapIsShort() {
        heapIsShort = true;
        var contexts = contexts(new Bounds(0, 4, 8, LONG, 100, 150));
        var leases = leases(contexts, 3);
        leases.forEach(lease -> lease.end(true, 60));

        assertClosed(leases.getFirst().context());
        leases.stream().skip(1).forEach(lease -> assertOpen(lease.context()));

        // One that is in use does not count.
        var used = lease(contexts, SHOP);
        var other = lease(contexts, SHOP);
        var third = lease(contexts, SHOP);
        third.end(true, 90);
        used.end(true, 0);
        assertOpen(third.context());
        other.end(true, 0);
        assertClosed(third.context());
    }

    @Test
    void idleContextsAreClosed() throws InterruptedException {
        var contexts = contexts(new Bounds(0, 4, 8, 1, 100, 1000));
        var lease = lease(contexts, SHOP);
        lease.end(true, 0);
        background.take().run();

        assertClosed(lease.context());
        assertThat(lease(contexts, SHOP).context()).isNotSameAs(lease.context());
    }

    @Test
    void contextsAreMadeAheadByOneThread() {
        var contexts = contexts(new Bounds(3, 4, 8, LONG, 100, 1000));
        leases(contexts, 2);
        assertThat(background).hasSize(1);
        background.remove().run();

        // One of the three was taken, and another takes its place.
        lease(contexts, SHOP);
        assertThat(background).hasSize(1);
    }

    /** Making one takes long: where many wait at once, a run has a context that is not hardened instead. */
    @Test
    void manyRunsAtOnceDoNotWaitUntilContextsAreMade() {
        var contexts = contexts(new Bounds(1, 2, 8, LONG, 100, 1000));
        background.clear();
        var leases = leases(contexts, 2);
        assertThat(contexts.lease(SHOP, NONE)).isEmpty();

        // Those that are made ahead are used nevertheless, and each way to end makes room for another.
        background.remove().run();
        var third = lease(contexts, SHOP);
        assertThat(contexts.lease(SHOP, NONE)).isEmpty();
        third.stop();
        leases.getFirst().end(false, 0);
        assertThat(contexts.lease(SHOP, NONE)).isPresent();
        assertThat(contexts.lease(SHOP, NONE)).isEmpty();
        leases.getLast().end(true, 0);
        assertThat(contexts.lease(SHOP, NONE)).isPresent();
    }

    @Test
    void boundsAreShareOfTheHeap() {
        assertThat(Bounds.ofHeap(224L << 20))
                .isEqualTo(new Bounds(2, 16, 64, TimeUnit.MINUTES.toNanos(1), 28L << 20, 56L << 20));
        assertThat(Bounds.ofHeap(4L << 30).bytesOfOne()).isEqualTo(64L << 20);
    }

    private HardenedContexts contexts(Bounds bounds) {
        return new HardenedContexts(sandbox, new ScriptGlobals(), background::add, timers, bounds, () -> heapIsShort);
    }

    private static ContextLease lease(HardenedContexts contexts, Owner owner) {
        return contexts.lease(owner, NONE).orElseThrow();
    }

    private static List<ContextLease> leases(HardenedContexts contexts, int count) {
        return Stream.generate(() -> lease(contexts, SHOP)).limit(count).toList();
    }

    private static void assertOpen(Context context) {
        context.enter();
        context.leave();
    }

    private static void assertClosed(Context context) {
        assertThatThrownBy(context::enter).isInstanceOf(RuntimeException.class);
    }
}
