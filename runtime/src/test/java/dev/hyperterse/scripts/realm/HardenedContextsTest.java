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

    @AfterEach
    void close() {
        timers.close();
        sandbox.close();
    }

    @Test
    void contextReturnsOnlyToTheScriptsThatItHasServed() {
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 1000));
        var first = contexts.lease(SHOP, NONE);
        first.end(true, 0);

        assertThat(contexts.lease(new Owner("desk", false), NONE).context()).isNotSameAs(first.context());
        assertThat(contexts.lease(new Owner("shop", true), NONE).context()).isNotSameAs(first.context());
        assertThat(contexts.lease(SHOP, NONE).context()).isSameAs(first.context());
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
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 1000));

        assertThat(contexts.lease(SHOP, NONE).context())
                .isNotSameAs(contexts.lease(SHOP, NONE).context());
    }

    @Test
    void runThatDidNotCompleteTakesItsContextAlong() {
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 1000));
        var broken = contexts.lease(SHOP, NONE);
        broken.end(false, 0);

        assertClosed(broken.context());
        assertThat(contexts.lease(SHOP, NONE).context()).isNotSameAs(broken.context());
    }

    @Test
    void stoppedContextIsNotUsedAgain() {
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 1000));
        var stopped = contexts.lease(SHOP, NONE);
        stopped.context().close(true);
        stopped.end(true, 0);

        assertThat(contexts.lease(SHOP, NONE).context()).isNotSameAs(stopped.context());
    }

    @Test
    void moreThanMayWaitAreClosedFromTheOldestOn() {
        var contexts = contexts(new Bounds(0, 2, LONG, 100, 1000));
        var leases = leases(contexts, 3);
        leases.forEach(lease -> lease.end(true, 0));

        assertClosed(leases.getFirst().context());
        leases.stream().skip(1).forEach(lease -> assertOpen(lease.context()));
    }

    @Test
    void contextInWhichMuchWasAllocatedIsClosed() {
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 1000));
        var first = contexts.lease(SHOP, NONE);
        first.end(true, 60);
        assertOpen(first.context());

        var second = contexts.lease(SHOP, NONE);
        assertThat(second.context()).isSameAs(first.context());
        second.end(true, 60);
        assertClosed(first.context());
    }

    @Test
    void contextsInWhichMuchWasAllocatedTogetherAreClosedFromTheOldestOn() {
        var contexts = contexts(new Bounds(0, 8, LONG, 100, 150));
        var leases = leases(contexts, 3);
        leases.forEach(lease -> lease.end(true, 60));

        assertClosed(leases.getFirst().context());
        leases.stream().skip(1).forEach(lease -> assertOpen(lease.context()));

        // One that is in use does not count.
        var used = contexts.lease(SHOP, NONE);
        var other = contexts.lease(SHOP, NONE);
        var third = contexts.lease(SHOP, NONE);
        third.end(true, 90);
        used.end(true, 0);
        assertOpen(third.context());
        other.end(true, 0);
        assertClosed(third.context());
    }

    @Test
    void idleContextsAreClosed() throws InterruptedException {
        var contexts = contexts(new Bounds(0, 8, 1, 100, 1000));
        var lease = contexts.lease(SHOP, NONE);
        lease.end(true, 0);
        background.take().run();

        assertClosed(lease.context());
        assertThat(contexts.lease(SHOP, NONE).context()).isNotSameAs(lease.context());
    }

    @Test
    void contextsAreMadeAheadByOneThread() {
        var contexts = contexts(new Bounds(3, 8, LONG, 100, 1000));
        leases(contexts, 2);
        assertThat(background).hasSize(1);
        background.remove().run();

        // One of the three was taken, and another takes its place.
        contexts.lease(SHOP, NONE);
        assertThat(background).hasSize(1);
    }

    @Test
    void boundsAreShareOfTheHeap() {
        assertThat(Bounds.ofHeap(224L << 20))
                .isEqualTo(new Bounds(4, 64, TimeUnit.MINUTES.toNanos(1), 28L << 20, 56L << 20));
        assertThat(Bounds.ofHeap(4L << 30).bytesOfOne()).isEqualTo(64L << 20);
    }

    private HardenedContexts contexts(Bounds bounds) {
        return new HardenedContexts(sandbox, new ScriptGlobals(), background::add, timers, bounds);
    }

    private static List<ContextLease> leases(HardenedContexts contexts, int count) {
        return Stream.generate(() -> contexts.lease(SHOP, NONE)).limit(count).toList();
    }

    private static void assertOpen(Context context) {
        context.enter();
        context.leave();
    }

    private static void assertClosed(Context context) {
        assertThatThrownBy(context::enter).isInstanceOf(IllegalStateException.class);
    }
}
